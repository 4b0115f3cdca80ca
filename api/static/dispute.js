// @ts-check
/** Raises a dispute, answers it, adds photographs, withdraws it. */

import { ask, read } from "./api.js";
import { forget, inOneLine, keep } from "./draft.js";
import { keyFor, made } from "./outbox.js";

const { session = "" } = document.body.dataset;
const claim = /** @type {HTMLElement | null} */ (document.querySelector("[data-claim]"))?.dataset.claim ?? "";
const here = `/api/sessions/${session}/disputes`;

/** @param {HTMLElement} form @param {() => Promise<string | void>} work where it leads, or only here again */
async function sent(form, work) {
  const says = /** @type {HTMLElement} */ (form.querySelector("[data-says]") ?? document.querySelector("[data-says]"));
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (form.querySelectorAll("button"));
  buttons.forEach((button) => (button.disabled = true));
  try {
    const to = await work();
    if (to) location.assign(to);
    else location.reload();
  } catch (error) {
    says.textContent = /** @type {Error} */ (error).message;
    buttons.forEach((button) => (button.disabled = false));
  }
}

const raising = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-raise]"));
const raisedUnder = keyFor();
raising?.addEventListener("submit", (event) => {
  event.preventDefault();
  const fields = new FormData(raising);
  const body = {
    about: Number(fields.get("about")), clause: String(fields.get("clause")).trim().toUpperCase(),
    omitted: fields.get("omitted") === "true", text: inOneLine(fields.get("text")), seat: fields.get("seat") || null,
  };
  sent(raising, async () => {
    const { line } = await read(here, { method: "POST", session, key: raisedUnder(body), body });
    forget(raising);
    return `/s/${session}/disputes/${line}`;
  });
});

const speaking = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-speak]"));
const spokenUnder = keyFor();
speaking?.addEventListener("submit", (event) => {
  event.preventDefault();
  const fields = new FormData(speaking);
  const body = { text: inOneLine(fields.get("text")), seat: fields.get("seat") || null };
  sent(speaking, async () => {
    await ask(`${here}/${claim}/statements`, { method: "POST", session, key: spokenUnder(body), body });
    forget(speaking);
  });
});

const photo = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-photo]"));
photo?.addEventListener("change", () => {
  const file = photo.files?.[0];
  if (!file || !speaking) return;
  const seat = encodeURIComponent(String(new FormData(speaking).get("seat") ?? ""));
  photo.value = ""; // refused, the same one can be chosen again
  const to = `${here}/${claim}/photographs${seat ? `?seat=${seat}` : ""}`;
  sent(speaking, async () => void (await ask(to, { method: "POST", session, key: made(), body: file })));
});

for (const form of [raising, speaking]) if (form) keep(form);

const forking = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-fork]"));
forking?.addEventListener("click", () => {
  const { fork, after } = forking.dataset;
  sent(document.body, async () => {
    await ask(`/api/sessions/${session}/lines`, { method: "POST", session, key: made(), body: { lines: [`| ${fork} after ${after}`] } });
    return `/s/${session}/record?branch=${fork}`;
  });
});

const withdrawing = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-withdraw]"));
withdrawing?.addEventListener("click", () => {
  const line = `! ${withdrawing.dataset.withdraw} withdraw ${claim}`;
  sent(document.body, async () => void (await ask(`/api/sessions/${session}/lines`, { method: "POST", session, key: made(), body: { lines: [line] } })));
});

const accepting = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-accept]"));
accepting?.addEventListener("click", () => {
  const line = `: agree ${accepting.dataset.of} ${accepting.dataset.accept}`;
  sent(document.body, async () => void (await ask(`/api/sessions/${session}/lines`, { method: "POST", session, key: made(), body: { lines: [line] } })));
});

const until = /** @type {HTMLElement | null} */ (document.querySelector("[data-until]"));

/** Counts down the minutes in which an appeal is in time. */
function countDown() {
  if (!until) return;
  const left = Math.ceil((Date.parse(until.dataset.until ?? "") - Date.now()) / 60_000);
  until.textContent = left > 0 ? (until.dataset.left ?? "").replace("{count}", String(left)) : until.dataset.over ?? "";
}

countDown();
if (until) setInterval(countDown, 10_000);
