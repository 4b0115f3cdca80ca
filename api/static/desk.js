// @ts-check
/** The arbiter's desk: previews a ruling as it is written, follows the table, keeps the draft, and signs. */

import { Away, read, Refused } from "./api.js";
import { sign } from "./cosign.js";
import { say } from "./dom.js";
import { forget, inOneLine, keep } from "./draft.js";
import { listen } from "./live_stream.js";
import { made } from "./outbox.js";
import "./dispute.js";

const { session = "", claim = "", lines = "0" } = document.body.dataset;
const here = `/api/sessions/${session}/disputes/${claim}`;
const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-ruling]"));
const says = /** @type {HTMLElement | null} */ (document.querySelector("[data-signed]"));
const wentOn = /** @type {HTMLElement} */ (document.querySelector("[data-went-on]"));
const PAUSE = 350;
let version = Number(document.body.dataset.version);
if (matchMedia("(max-width: 719px)").matches) document.querySelector("[data-tables]")?.removeAttribute("open"); // two boards are long
/** @type {ReturnType<typeof setTimeout> | undefined} */ let resting;
let signing = false;

/** @param {HTMLInputElement} own */
async function weigh(own) {
  const impact = /** @type {HTMLElement | null} */ (form.querySelector("[data-impact]"));
  if (!impact || !own.value.trim()) return;
  try {
    const answer = await read(`${here}/impact`, { method: "POST", session, body: { entry: own.value } });
    const scores = Object.entries(answer.outcome.scores).map(([side, points]) => `${side} ${points}`).join("  ");
    const later = answer.outcome.unlawful.length ? say("unlawful", { lines: answer.outcome.unlawful.join(", ") }) : say("none");
    impact.textContent = `${answer.title} · ${scores} · ${later}`;
  } catch (error) {
    impact.textContent = /** @type {Error} */ (error).message;
  }
}

form.addEventListener("input", (event) => {
  const own = /** @type {HTMLInputElement} */ (event.target);
  if (!own.matches("[data-own]")) return;
  const choice = /** @type {HTMLInputElement} */ (own.closest(".remedy")?.querySelector("input[type=radio]"));
  choice.checked = true;
  choice.value = own.value;
  clearTimeout(resting);
  resting = setTimeout(() => weigh(own), PAUSE);
});

keep(form);

/** Computes the remedies again for the table as it stands now; what is chosen and written stays. */
async function again() {
  if (signing) return; // the line that came is the ruling itself
  const page = new DOMParser().parseFromString(await (await fetch(location.href, { cache: "no-store" })).text(), "text/html");
  const fresh = page.querySelector("[data-remedies]");
  const old = document.querySelector("[data-remedies]");
  if (signing) return;
  if (!fresh || !old) return location.reload(); // decided by another arbiter meanwhile
  const place = [...old.querySelectorAll("input[type=radio]")].findIndex((input) => /** @type {HTMLInputElement} */ (input).checked);
  const own = /** @type {HTMLInputElement | null} */ (old.querySelector("[data-own]"))?.value ?? "";
  old.replaceWith(fresh);
  const chosen = /** @type {HTMLInputElement | undefined} */ (fresh.querySelectorAll("input[type=radio]")[place]);
  if (chosen) chosen.checked = true;
  const field = /** @type {HTMLInputElement | null} */ (fresh.querySelector("[data-own]"));
  if (field && own) {
    field.value = own;
    if (chosen?.closest(".remedy")?.contains(field)) chosen.value = own;
  }
  version = Number(page.body.dataset.version);
}

if (document.querySelector("[data-remedies]")) {
  let came = 0;
  listen(session, {
    after: Number(lines),
    line: () => {
      came += 1;
      wentOn.hidden = false;
      wentOn.textContent = say("went-on", { count: came });
      clearTimeout(resting);
      resting = setTimeout(again, PAUSE);
    },
  });
  addEventListener("offline", () => says && (says.textContent = say("offline")));
  addEventListener("online", () => says && (says.textContent = say("back")));
}

let signedUnder = made();
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = new FormData(form);
  const body = {
    entry: String(fields.get("entry")), clause: String(fields.get("clause")).trim().toUpperCase(), under: String(fields.get("under") ?? ""),
    text: inOneLine(fields.get("text")), precedent: fields.get("precedent") === "true", seen: version,
  };
  signing = true;
  try {
    await read(`${here}/rulings`, { method: "POST", session, key: signedUnder, body });
    forget(form);
    await sign(form.dataset.signs ?? "").catch(() => undefined); // the ruling stands; the evidence page offers to sign
    location.assign(`/s/${session}/disputes/${claim}`);
  } catch (error) {
    signing = false;
    if (says) says.textContent = error instanceof Away ? say("offline") : /** @type {Error} */ (error).message;
    if (!(error instanceof Refused)) return; // sent again under the same key, it is signed once
    signedUnder = made();
    if (error.problem.code === "ruled-already" || error.problem.code === "stale") await again();
  }
});
