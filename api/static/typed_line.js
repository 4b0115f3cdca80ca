// @ts-check
/** The typed line: completions, what will be written, and a suggestion if it cannot be read. The server parses it. */

import { read } from "./api.js";
import { branch, preview, showPreview, showTrouble, sure } from "./line_preview.js";
import { el, say } from "./dom.js";
import { choosing } from "./completions.js";
import { showSuggestion } from "./suggestion.js";

const WAIT = 180; // milliseconds after the last key
const { session = "", help = "on" } = document.body.dataset;
const KEPT = `griffier.typed.${session}`;
const find = (/** @type {string} */ which) => /** @type {HTMLElement} */ (document.querySelector(which));

/** What a text means, as the server reads it. @param {string} text @returns {Promise<any>} */
const meaning = (text) =>
  read(`/api/sessions/${session}/typed?${new URLSearchParams({ text, ...(branch ? { branch } : {}) })}`, { session });

/** The box to type in, which a phone hides until it is wanted. @param {boolean} [open] */
export function showTyping(open = true) {
  find(".dock").classList.toggle("typing", open);
  document.querySelector("[data-type]")?.setAttribute("aria-expanded", String(open));
  if (open) document.getElementById("ty")?.focus();
}

/** @param {{send: (line: any, says: string) => void, linked: () => boolean}} recorder */
export function typing(recorder) {
  const typed = /** @type {HTMLInputElement} */ (document.getElementById("ty"));
  const form = /** @type {HTMLFormElement} */ (typed.form);
  const [where, mean] = [find("[data-preview]"), find("[data-mean]")];
  const usual = typed.placeholder;
  const options = choosing(typed, take);
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let soon;
  /** @type {{text: string, means: any, answer: any} | null} */ let foreseen = null;

  /** The box holds something else now. @param {string} value */
  function take(value) {
    typed.value = value;
    typed.focus();
    typed.dispatchEvent(new Event("input"));
  }

  function clear() {
    foreseen = null;
    options.show([]);
    showSuggestion(mean, "", null, {});
    showPreview(where, null);
  }

  async function foresee() {
    const text = typed.value;
    if (!text.trim() || !recorder.linked()) return clear();
    try {
      const means = await meaning(text);
      const answer = means.lines.length && help === "on" ? await preview(text.trim()) : null;
      if (typed.value !== text) return;
      foreseen = { text: text.trim(), means, answer };
      options.show(means.completions);
      showSuggestion(mean, text, means.completions.length ? null : means.suggestion, { take, record });
      showWritten(means.lines, answer, text.trim());
    } catch (error) {
      if (typed.value === text) showTrouble(where, error);
    }
  }

  /** What will be written, where that is not what was typed. @param {any[]} lines @param {any} answer @param {string} text */
  function showWritten(lines, answer, text) {
    showPreview(where, answer);
    if (!lines.length) return;
    if (!answer) where.replaceChildren(el("span", {}, lines.map((line) => line.says).join(" · ")));
    if (lines.length > 1) where.append(el("b", {}, say("lines-written", { count: lines.length })));
    const written = lines.map((line, i) => el("li", {}, el("code", {}, line.text), i ? el("small", {}, " ", line.says) : null));
    if (lines.length > 1 || lines[0].text !== text) where.append(el("ol", { class: "writes" }, ...written));
  }

  /** @param {string} text exact, or as it was typed */
  async function record(text) {
    const ready = foreseen?.text === text ? foreseen : null;
    const found = [ready?.answer, ...(ready?.answer?.then ?? [])].some((preview) => preview?.findings.length);
    const clean = ready?.answer && !found;
    const { goes, answer } = clean ? { goes: true, answer: ready?.answer } : recorder.linked() ? await sure(text, text) : { goes: true, answer: null };
    if (!goes) return typed.focus();
    typed.value = "";
    keep();
    typed.placeholder = usual;
    clear();
    const isSingle = answer && !answer.then?.length; // several lines of one text are written together, or not at all
    recorder.send(isSingle ? answer.text : text, [answer, ...(answer?.then ?? [])].map((line) => line?.says ?? "").join(" · "));
  }

  /** What is half typed survives a closed tab. */
  function keep() {
    try {
      if (typed.value) localStorage.setItem(KEPT, typed.value);
      else localStorage.removeItem(KEPT);
    } catch {
      // without storage it stays while the page does
    }
  }

  try {
    typed.value ||= localStorage.getItem(KEPT) ?? "";
  } catch {
    // nothing was kept
  }
  document.querySelector("[data-type]")?.addEventListener("click", () => showTyping(!find(".dock").classList.contains("typing")));
  if (typed.value) {
    find(".dock").classList.add("typing");
    soon = setTimeout(foresee, WAIT);
  }
  typed.addEventListener("input", () => {
    keep();
    clearTimeout(soon);
    soon = setTimeout(foresee, WAIT);
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = typed.value.trim();
    if (!text) return;
    clearTimeout(soon);
    if (recorder.linked() && foreseen?.text !== text) await foresee();
    if (foreseen?.text === text && !foreseen.means.lines.length) {
      options.show([]);
      return showSuggestion(mean, text, foreseen.means.suggestion, { take, record });
    }
    await record(text);
  });
}
