// @ts-check
/** The arbiter's desk: another ruling is weighed as it is written; signing shows the seats and changes the scoreboard. */

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
    const told = await read(`${here}/impact${named === "true" ? "?named=true" : ""}`, { method: "POST", session, body: { entry: own.value } });
    const scores = Object.entries(told.outcome.scores).map(([side, points]) => `${side} ${points}`).join("  ");
    const later = told.outcome.unlawful.length ? say("unlawful", { lines: told.outcome.unlawful.join(", ") }) : say("none");
    impact.textContent = `${told.says} · ${scores} · ${later}`;
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
  const told = new FormData(form);
  const says = /** @type {HTMLElement} */ (document.querySelector("[data-signed]"));
  const body = {
    entry: String(told.get("entry")), clause: String(told.get("clause")).trim().toUpperCase(), under: String(told.get("under")),
    text: inOneLine(told.get("text")), precedent: told.get("precedent") === "true", seen: Number(version),
  };
  try {
    await read(`${here}/rulings`, { method: "POST", session, key: signedUnder, body });
    forget(form);
    location.assign(`/s/${session}/disputes/${claim}`);
  } catch (error) {
    says.textContent = /** @type {Error} */ (error).message;
  }
});
