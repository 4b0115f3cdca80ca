// @ts-check
/** The arbiter's desk: previews a ruling as it is written, and signs it. */

import { read } from "./api.js";
import { say } from "./dom.js";
import { forget, inOneLine, keep } from "./draft.js";
import { made } from "./outbox.js";
import "./dispute.js";

const { session = "", claim = "", version = "", named = "" } = document.body.dataset;
const here = `/api/sessions/${session}/disputes/${claim}`;
const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-ruling]"));
const own = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-own]"));
const impact = /** @type {HTMLElement | null} */ (document.querySelector("[data-impact]"));
const PAUSE = 350;
if (matchMedia("(max-width: 719px)").matches) document.querySelector("[data-tables]")?.removeAttribute("open"); // two boards are long
/** @type {ReturnType<typeof setTimeout> | undefined} */ let resting;

async function weigh() {
  if (!own || !impact || !own.value.trim()) return;
  try {
    const answer = await read(`${here}/impact${named === "true" ? "?named=true" : ""}`, { method: "POST", session, body: { entry: own.value } });
    const scores = Object.entries(answer.outcome.scores).map(([side, points]) => `${side} ${points}`).join("  ");
    const later = answer.outcome.unlawful.length ? say("unlawful", { lines: answer.outcome.unlawful.join(", ") }) : say("none");
    impact.textContent = `${answer.says} · ${scores} · ${later}`;
  } catch (error) {
    impact.textContent = /** @type {Error} */ (error).message;
  }
}

own?.addEventListener("input", () => {
  const choice = /** @type {HTMLInputElement} */ (own.closest(".remedy")?.querySelector("input[type=radio]"));
  choice.checked = true;
  choice.value = own.value;
  clearTimeout(resting);
  resting = setTimeout(weigh, PAUSE);
});

keep(form);

const signedUnder = made();
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = new FormData(form);
  const says = /** @type {HTMLElement} */ (document.querySelector("[data-signed]"));
  const body = {
    entry: String(fields.get("entry")), clause: String(fields.get("clause")).trim().toUpperCase(), under: String(fields.get("under")),
    text: inOneLine(fields.get("text")), precedent: fields.get("precedent") === "true", seen: Number(version),
  };
  try {
    await read(`${here}/rulings`, { method: "POST", session, key: signedUnder, body });
    forget(form);
    location.assign(`/s/${session}/disputes/${claim}`);
  } catch (error) {
    says.textContent = /** @type {Error} */ (error).message;
  }
});
