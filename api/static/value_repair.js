// @ts-check
/** Changes a value that was announced or read off, a note, or a gap in the record. It knows no game. */

import { el, say, seat as badge } from "./dom.js";
import { stepper } from "./controls.js";

const { names: called = "{}" } = document.body.dataset;
/** @type {Record<string, string>} */ const names = JSON.parse(called);
const MOST = 9999;
const WAIT = 400; // milliseconds after the last key

/**
 * @param {any} fields of the line as it was written @param {(fields: any, says: string) => void} changed
 * @returns {HTMLElement | null} nothing where such a line has nothing to change
 */
export function repairForm(fields, changed) {
  if (fields.kind === "seen") return valueForm(fields, changed);
  if (fields.kind === "note" || fields.kind === "gap") return el("div", { class: "repair" }, text(fields.text ?? "", say("note"), (now) => changed({ ...fields, text: now }, now)));
  return null;
}

/** Whose value it is, and how much. @param {any} fields @param {(fields: any, says: string) => void} changed */
function valueForm(fields, changed) {
  const look = { ...fields.look };
  const of = look.by === null || look.by === undefined ? "value" : "by";
  const made = el("div", { class: "repair" });
  const tell = () => changed({ ...fields, look: { ...look } }, String(look[of]));
  const show = () => {
    const held = made.contains(document.activeElement) ? document.activeElement?.getAttribute("data-id") : null;
    const seats = look.seat ? Object.entries(names).map(([letter, name]) => {
      const button = el("button", { type: "button", class: "btn", "data-id": `of${letter}`, "aria-pressed": String(letter === look.seat) }, badge(letter), name);
      button.addEventListener("click", () => ((look.seat = letter), show(), tell()));
      return button;
    }) : [];
    const amount = typeof look[of] === "number"
      ? stepper(say("value"), look[of], MOST, (now) => ((look[of] = now), show(), tell()), { fill: (now) => now, id: "amount", least: of === "by" ? -MOST : 0 })
      : text(String(look[of] ?? ""), say("value"), (now) => ((look[of] = /^-?\d+$/.test(now) ? Number(now) : now), tell()));
    made.replaceChildren(...seats, amount);
    if (held) /** @type {HTMLElement | null} */ (made.querySelector(`[data-id="${CSS.escape(held)}"]`))?.focus();
  };
  show();
  return made;
}

/** A text field that reports its text once typing has stopped for a moment. @param {string} before @param {string} label @param {(now: string) => void} changed */
function text(before, label, changed) {
  const made = /** @type {HTMLInputElement} */ (el("input", { type: "text", maxlength: "300", "aria-label": label, "data-id": "words", autocomplete: "off" }));
  made.value = before;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let soon;
  made.addEventListener("input", () => {
    clearTimeout(soon);
    soon = setTimeout(() => made.value.trim() && changed(made.value.trim()), WAIT);
  });
  return made;
}
