// @ts-check
/** The texts beside the board of a replay: the line with its effects and findings, its photographs, the points, the last lines. */

import { ask, read } from "./api.js";
import { clause, el, icon, seat } from "./dom.js";
import { made } from "./outbox.js";

const { session = "", game = "", judged = "" } = document.body.dataset;
const find = (/** @type {string} */ which) => /** @type {HTMLElement} */ (document.querySelector(which));
const view = find(".rp");
const SIGNS = { seen: "=", omitted: "^", "made-good": "+", agreed: "&", position: "@", gap: "?", "taken-back": "<", claimed: "!", withdrawn: "!", ruled: "$", note: ";", branched: "|", "on-branch": "|", triaged: "%", clocked: ":", paused: ":", resumed: ":", "seat-taken": ":", answered: ":" };
const words = JSON.parse(view.dataset.verdicts ?? "{}");

/** Findings are shown only to readers who may know them. @param {any} frame @returns {any[]} */
export const findingsOf = (frame) => (judged === "true" ? frame.findings : []);

/** @type {any[]} */ let photographs = [];

/** Loads every photograph, to be shown with the line it is of. */
export async function loadPhotographs() {
  photographs = (await read(`/api/sessions/${session}/photographs`, { session })).photographs;
}

/** Shows a line. @param {any[]} frames @param {number} place @param {number} reached the last line whose consequences may be shown */
export function annotate(frames, place, reached) {
  const frame = frames[place];
  const parts = [el("p", { class: "read" }, frame.seat ? seat(frame.seat) : null, frame.seat ? " " : "", frame.says)];
  if (frame.text) parts.push(el("p", { class: "code small dim" }, frame.text));
  parts.push(...findingsOf(frame).map(findingOf));
  if (frame.effects.length)
    parts.push(el("table", { class: "plain eff" }, el("tbody", {}, ...frame.effects.map((/** @type {any} */ effect) =>
      el("tr", {}, el("td", {}, effect.says), el("td", {}, clause(game, effect.clause)))))));
  parts.push(...photographs.filter((photograph) => photograph.stands === frame.line).map((photograph) => photographOf(photograph, () => annotate(frames, place, reached))));
  parts.push(...frame.fates.filter((/** @type {any} */ fate) => !(fate.by > reached)).map((/** @type {any} */ fate) => el("p", { class: "small dim" }, fate.says)));
  find("[data-anno]").replaceChildren(...parts);
  for (const [letters, points] of Object.entries(frame.moment.scores)) {
    const where = find(`[data-points] [data-side="${letters}"] b`);
    where.textContent = String(points).replace("..", "–");
    where.classList.toggle("range", typeof points === "string");
  }
  find("[data-ledger]").replaceChildren(...frames.slice(Math.max(0, place - 3), place + 1).flatMap((shown, i, few) => lineOf(shown, i === few.length - 1)));
}

/** @param {any} finding */
function findingOf(finding) {
  const verdict = el("span", { class: `chip verdict ${finding.verdict}` }, icon(finding.verdict), words[finding.verdict] ?? finding.verdict);
  return el("div", { class: `rp-finding ${finding.verdict}` }, el("p", {}, verdict, " ", clause(game, finding.clause)), el("p", {}, finding.says));
}

/** A photograph, with a way to erase it for the owner. @param {any} photograph @param {() => void} again @returns {HTMLElement} */
function photographOf(photograph, again) {
  if (!photograph.kept) return el("p", { class: "small dim" }, view.dataset.erased ?? "");
  const at = `/s/${session}/photographs/${photograph.picture}`;
  const shot = el("p", { class: "photos" }, el("a", { href: at }, el("img", { class: "photo", src: at, alt: photograph.says, loading: "lazy" })));
  const { erase, eraseSure } = view.dataset;
  if (erase) {
    const button = el("button", { class: "btn quiet", type: "button" }, erase);
    button.addEventListener("click", async () => {
      if (!confirm(eraseSure)) return;
      await ask(`/api/sessions/${session}/photographs/${photograph.picture}`, { method: "DELETE", session });
      await loadPhotographs();
      again();
    });
    shot.append(button);
  }
  return shot;
}

/** A line of the list, after the heading of its turn. @param {any} frame @param {boolean} now @returns {HTMLElement[]} */
function lineOf(frame, now) {
  const sign = SIGNS[/** @type {keyof typeof SIGNS} */ (frame.kind)];
  const line = el("li", { class: `line${now ? " now" : ""}${frame.kind === "ruled" ? " ruled-line" : ""}` },
    el("a", { class: "no", href: `?line=${frame.line}` }, sign ? el("i", {}, sign) : null, String(frame.line)),
    el("div", { class: "what" }, frame.seat ? seat(frame.seat) : null, " ", frame.says, el("span", { class: "nota" }, frame.text)),
    el("span", { class: "mark" }, ...findingsOf(frame).map((finding) => el("span", { class: finding.verdict }, icon(finding.verdict, finding.concludes)))));
  return frame.heading ? [el("li", { class: "line round" }, el("span", { class: "no" }), el("h3", { class: "what" }, frame.heading)), line] : [line];
}

/** Sends the photographs that are chosen here. @param {() => number} line of which they are @param {() => void} shown */
export function takePhotographs(line, shown) {
  const camera = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-photograph]"));
  camera?.addEventListener("change", async () => {
    const file = camera.files?.[0];
    if (!file) return;
    camera.value = ""; // refused, the same one can be chosen again
    const says = find("[data-photo-says]");
    try {
      await ask(`/api/sessions/${session}/lines/${line()}/photographs`, { method: "POST", session, key: made(), body: file });
      says.textContent = "";
      await loadPhotographs();
      shown();
    } catch (error) {
      says.textContent = /** @type {Error} */ (error).message;
    }
  });
}
