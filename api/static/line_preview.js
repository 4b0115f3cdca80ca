// @ts-check
/** Shows what a line would do before it is sent, and asks once if it breaks a rule. With help off it does neither. */

import { ask } from "./api.js";
import { clause, el, icon, say } from "./dom.js";
import { isWhole, place, placed } from "./line_position.js";

const { session = "", game = "", help = "on" } = document.body.dataset;
/** The way the table goes on that is recorded here, where it goes on in two. */
export const branch = /** @type {HTMLElement | null} */ (document.querySelector("[data-branch]"))?.dataset.branch ?? "";

/** A line where it is written: at its place, on the branch that is recorded here. @param {any} line */
export function whereWritten(line) {
  if (place.how) return placed(line); // a fixed line stays on its branch
  if (!branch || (isWhole(line) && line[0] !== "<")) return line;
  return typeof line === "string" ? `| ${branch} ${line}` : { kind: "on-branch", branch, body: line };
}

const PATIENCE = 2500; // milliseconds: a slow link must not keep a line from being written
const find = (/** @type {string} */ which) => /** @type {HTMLElement} */ (document.querySelector(which));

const HELD = 1000; // milliseconds: a menu may keep to itself that the finger was lifted, and a line must not wait for that
let pressed = false;
addEventListener("pointerdown", () => (pressed = true), true);
for (const ends of ["pointerup", "pointercancel"]) addEventListener(ends, () => (pressed = false), true);

/** A button must not move away from under the finger that presses it. */
async function fingerLifted() {
  const lifted = (/** @type {() => void} */ go) => ["pointerup", "pointercancel"].forEach((ends) => addEventListener(ends, go, { once: true }));
  if (pressed) await new Promise((/** @type {(value?: any) => void} */ go) => (lifted(go), setTimeout(go, HELD)));
  pressed = false;
  return new Promise((go) => setTimeout(go)); // the click itself comes after
}

/** What a line would come to, or several that are written together. @param {any} line @returns {Promise<any>} nothing where the table plays without help */
export function preview(line) {
  return previewWritten(Array.isArray(line) ? line.map(whereWritten) : whereWritten(line));
}

/** The same of a line that has its place already. @param {any} line @returns {Promise<any>} */
export async function previewWritten(line) {
  if (help === "off") return null;
  const [first, ...then] = Array.isArray(line) ? line : [line];
  const asked = { method: "POST", session, body: { line: first, ...(then.length ? { then } : {}) }, signal: AbortSignal.timeout(PATIENCE) };
  try {
    return await (await ask(`/api/sessions/${session}/preview`, asked)).json();
  } finally {
    await fingerLifted();
  }
}

/** What recording the line would bring up, about itself and about earlier lines. @param {any} answer @returns {any[]} */
const foundBy = (answer) => (answer ? [...answer.findings, ...answer.came] : []);

/** A finding of an earlier line begins with its number. @param {any} finding @param {any} answer */
const concluded = (finding, answer) => (finding.line === answer.line ? finding.concludes : `${finding.line} · ${finding.concludes}`);

/** @param {HTMLElement} where @param {any} answer */
export function showPreview(where, answer) {
  const worst = foundBy(answer)[0];
  where.className = `preview ${worst?.verdict ?? "lawful"}`;
  if (!answer) return where.replaceChildren();
  const effects = answer.effects.slice(0, 3).map((/** @type {any} */ effect) => effect.says);
  where.replaceChildren(icon(worst?.verdict ?? "lawful"), el("span", {}, worst ? concluded(worst, answer) : [answer.says, ...effects].join(" · ")));
}

/** Says what could not be read where it was written. @param {HTMLElement} where @param {unknown} error */
export function showTrouble(where, error) {
  if (!(error instanceof Error) || !("problem" in error)) return showPreview(where, null); // no link: nothing to say
  where.className = "preview undetermined";
  where.replaceChildren(icon("undetermined"), el("span", {}, error.message));
}

/** The clause beside the recorder, which goes on waiting. @param {string} id */
function cited(id) {
  const made = clause(game, id);
  made.setAttribute("target", "_blank");
  return made;
}

/** @param {any} finding a finding */
const proof = (finding) => [
  el("div", {}, el("dt", {}, say("facts")), el("dd", {}, finding.says)),
  el("div", {}, el("dt", {}, say("clause")), el("dd", {}, cited(finding.clause), " ", finding.rule)),
  el("div", { class: "therefore" }, el("dt", {}, say("conclusion")), el("dd", { class: finding.verdict }, icon(finding.verdict), " ", finding.outcome)),
];

/** Asked once, before it is sent. @param {string} text @param {any} answer @returns {Promise<boolean>} */
export function isThatWhatHappened(text, answer) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("ask"));
  find("[data-ask-text]").textContent = text;
  find("[data-ask-says]").textContent = answer.says;
  find("[data-ask-proof]").replaceChildren(...foundBy(answer).flatMap(proof));
  dialog.showModal();
  return new Promise((answer) => {
    dialog.onclick = (event) => {
      const chosen = /** @type {HTMLElement} */ (event.target).closest("[data-ask]");
      if (!chosen) return;
      answer(chosen.getAttribute("data-ask") === "yes");
      dialog.close();
    };
    dialog.onclose = () => answer(false);
  });
}

/** Whether a line may go: previewed, and asked about where it breaks a rule; what cannot be checked is no question. @param {any} line @param {string} text */
export async function sure(line, text) {
  try {
    const answer = await preview(line);
    if (foundBy(answer).every(({ verdict }) => verdict === "undetermined")) return { goes: true, answer };
    return { goes: await isThatWhatHappened(text || answer.text, answer), answer };
  } catch {
    return { goes: true, answer: null }; // no link, or not readable: the outbox tells
  }
}
