// @ts-check
/** Tells an arbiter at once that a table calls: the list is drawn anew, the tab says so, and a tone if it is wanted. */

import { say } from "./dom.js";
import { listen } from "./live_stream.js";
import { localTimes } from "./times.js";

const row = /** @type {HTMLElement} */ (document.querySelector("[data-tables]"));
const sound = /** @type {HTMLInputElement} */ (row.querySelector("[data-sound]"));
const says = /** @type {HTMLElement} */ (row.querySelector("[data-calls]"));
const title = document.title;
let calls = 0;

sound.checked = localStorage.getItem("call-sound") === "on";
sound.addEventListener("change", () => {
  localStorage.setItem("call-sound", sound.checked ? "on" : "off");
  if (sound.checked) tone();
});

function tone() {
  const context = new AudioContext();
  const [source, volume] = [context.createOscillator(), context.createGain()];
  volume.gain.setValueAtTime(0.2, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.8);
  source.connect(volume).connect(context.destination);
  source.start();
  source.stop(context.currentTime + 0.8);
}

async function redraw() {
  const answer = await fetch(location.href, { headers: { "accept-language": document.documentElement.lang } });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-cases]");
  if (!answer.ok || !fresh) return;
  document.querySelector("[data-cases]")?.replaceChildren(...fresh.childNodes);
  localTimes();
}

/** @param {{text: string}} line */
async function heard(line) {
  if (!line.text.startsWith("!")) return;
  await redraw();
  if (line.text.includes(" withdraw ")) return;
  calls += 1;
  document.title = `(${calls}) ${title}`;
  says.textContent = say("new");
  if (sound.checked) tone();
}

for (const table of (row.dataset.tables ?? "").split(" ").filter(Boolean)) {
  const [session, lines] = table.split(":");
  listen(session, { after: Number(lines), line: heard });
}
addEventListener("focus", () => {
  calls = 0;
  document.title = title;
});
