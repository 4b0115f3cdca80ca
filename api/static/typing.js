// @ts-check
/** The typed line: an instant preview for the quick, one question where a rule is broken. */

import { preview, showPreview, showTrouble, sure } from "./asking.js";

const WAIT = 180; // milliseconds after the last key

/** @param {{send: (line: any, says: string) => void, linked: () => boolean}} recorder */
export function typing(recorder) {
  const typed = /** @type {HTMLInputElement} */ (document.getElementById("ty"));
  const form = /** @type {HTMLFormElement} */ (typed.form);
  const where = /** @type {HTMLElement} */ (document.querySelector("[data-preview]"));
  const usual = typed.placeholder;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let soon;
  /** @type {{line: string, told: any} | null} */ let foreseen = null;

  async function foresee() {
    const line = typed.value.trim();
    foreseen = null;
    if (!line || !recorder.linked()) return showPreview(where, null);
    try {
      const told = await preview(line);
      if (typed.value.trim() !== line) return;
      foreseen = { line, told };
      showPreview(where, told);
    } catch (error) {
      if (typed.value.trim() === line) showTrouble(where, error);
    }
  }

  typed.addEventListener("input", () => {
    clearTimeout(soon);
    soon = setTimeout(foresee, WAIT);
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const line = typed.value.trim();
    if (!line) return;
    clearTimeout(soon);
    const clean = foreseen?.line === line && !foreseen.told?.findings.length;
    const { goes, told } = clean ? { goes: true, told: foreseen?.told } : recorder.linked() ? await sure(line, line) : { goes: true, told: null };
    if (!goes) return typed.focus();
    if (typed.value.trim() === line) typed.value = "";
    typed.placeholder = usual;
    foreseen = null;
    showPreview(where, null);
    recorder.send(line, told?.says ?? "");
  });
}
