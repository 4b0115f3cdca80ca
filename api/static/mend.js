// @ts-check
/** Mending a line: correct, strike, insert, or dispute it; and what is no typo at all. */

import { read } from "./api.js";
import { preview, showPreview, showTrouble } from "./asking.js";
import { el, say } from "./dom.js";

/** @param {import("./panels.js").Recorder} recorder @param {(id: string) => void} open @returns {(line: number, how?: string) => void} */
export function mending(recorder, open) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("mend"));
  const part = (/** @type {string} */ which) => /** @type {HTMLElement} */ (dialog.querySelector(which));
  const all = (/** @type {string} */ which) => /** @type {HTMLElement[]} */ ([...dialog.querySelectorAll(which)]);
  const form = /** @type {HTMLFormElement} */ (part("[data-mend]"));
  const which = /** @type {HTMLSelectElement} */ (part("#mend-which"));
  const text = /** @type {HTMLInputElement} */ (part("#mend-text"));
  const cited = /** @type {HTMLInputElement} */ (part("#claim-clause"));
  const words = /** @type {HTMLInputElement} */ (part("#claim-text"));
  const told = part("[data-mend-preview]");
  let how = form.dataset.how ?? "correct";
  let wanted = 0;
  /** @type {Map<string, any>} */ const lines = new Map();

  function chosen() {
    const line = lines.get(which.value);
    part("[data-mend-text]").textContent = line?.text ?? "";
    part("[data-mend-text]").classList.toggle("gone", how === "strike" || how === "correct");
    text.value = how === "correct" ? line?.text ?? "" : "";
    cited.value = line?.findings[0]?.clause ?? "";
    part("[data-mend-field]").hidden = how === "strike" || how === "claim";
    part("[data-claim-fields]").hidden = how !== "claim";
    if (dialog.querySelector("[data-not-typo]")) part("[data-not-typo]").hidden = how === "claim";
    for (const one of all("button[data-how]")) one.setAttribute("aria-pressed", String(one.dataset.how === how));
    foresee();
  }

  /** The line that will be written. @returns {any} */
  function written() {
    if (how === "strike") return `~ ${which.value} -`;
    if (how !== "claim") return `~ ${which.value}${how === "insert" ? "+" : ""} ${text.value.trim()}`;
    const seat = recorder.own || String(new FormData(form).get("claimant") ?? "");
    return { kind: "claimed", seat, about: Number(which.value), clause: cited.value.trim(), text: words.value.trim() };
  }

  async function foresee() {
    const empty = how !== "strike" && how !== "claim" && !text.value.trim();
    if (empty || !which.value || !recorder.linked()) return showPreview(told, null);
    try {
      showPreview(told, await preview(written()));
    } catch (error) {
      showTrouble(told, error);
    }
  }

  dialog.addEventListener("opening", async () => {
    const { session } = recorder;
    which.disabled = text.disabled = true; // until it is known what there is to mend
    const replay = await read(`/api/sessions/${session}/replay`, { session }).catch(() => null);
    which.disabled = text.disabled = false;
    if (replay) lines.clear(); // without a link, as far as we knew it
    for (const frame of replay?.frames.slice(1) ?? []) lines.set(String(frame.line), frame);
    which.replaceChildren(...[...lines].reverse().map(([number, one]) => el("option", { value: number }, `${number} · ${one.says}`)));
    if (lines.has(String(wanted))) which.value = String(wanted);
    wanted = 0;
    chosen();
  });
  which.addEventListener("change", chosen);
  for (const field of [text, cited, words]) field.addEventListener("change", foresee);
  for (const button of all("button[data-how]"))
    button.addEventListener("click", () => {
      how = button.dataset.how ?? "correct";
      chosen();
    });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const line = written();
    recorder.send(line, typeof line === "string" ? "" : `${say("claim")}: ${line.about} ${line.clause}`);
    dialog.close();
  });
  dialog.querySelector("[data-back]")?.addEventListener("click", () => {
    recorder.send(`< ${Math.max(0, Number(which.value) - 1)}`, say("took-it-back"));
    dialog.close();
  });
  return (line, wish = how) => {
    [wanted, how] = [line, wish];
    open("mend");
  };
}
