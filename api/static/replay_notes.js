// @ts-check
/** Notes about the line a replay shows: written for oneself, for the table or for everyone, and erased. */

import { ask, read } from "./api.js";
import { el, say } from "./dom.js";
import { inOneLine } from "./draft.js";
import { keyFor } from "./outbox.js";

const { session = "", seat = "", names = "{}" } = document.body.dataset;
const list = /** @type {HTMLElement} */ (document.querySelector("[data-notes]"));

/** The form and the erase buttons. @param {() => {line: number, place: number}} here the line that is shown */
export function takeNotes(here) {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-note]"));
  list.addEventListener("click", erase);
  if (!form) return;
  const text = /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea"));
  const audience = /** @type {HTMLSelectElement} */ (form.querySelector("[name=audience]"));
  const mark = /** @type {HTMLSelectElement} */ (form.querySelector("[name=mark]"));
  const says = /** @type {HTMLElement} */ (form.querySelector("[data-kept]"));
  const writtenUnder = keyFor();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { line, place } = here();
    const body = { line, audience: audience.value, text: inOneLine(text.value), seat: seat || null, mark: mark.value };
    try {
      const kept = await read(`/api/sessions/${session}/notes`, { method: "POST", session, key: writtenUnder(body), body });
      if (!list.querySelector(`[data-note-id="${kept.note}"]`)) add(kept, place);
      text.value = mark.value = says.textContent = "";
    } catch (error) {
      says.textContent = /** @type {Error} */ (error).message;
    }
  });
}

/** @param {any} note @param {number} place */
function add(note, place) {
  const who = note.seat ? `${JSON.parse(names)[note.seat]}, ` : "";
  const about = el("a", { href: `?line=${note.line}` }, say("line", { line: note.line }));
  const erasing = el("button", { class: "btn quiet noprint", type: "button", "data-erase-note": "" }, say("erase"));
  const made = el("li", { "data-place": String(place), "data-note-id": note.note },
    note.mark ? el("p", {}, el("b", { class: "chip" }, say(`mark-${note.mark}`))) : "", note.text ? el("p", { class: "quote" }, note.text) : "",
    el("p", { class: "dim small" }, who, about, " ", el("span", { class: "chip" }, say(note.audience)), " ", erasing));
  const next = [...list.children].find((item) => Number(/** @type {HTMLElement} */ (item).dataset.place) > place);
  list.insertBefore(made, next ?? null);
}

/** @param {Event} event */
async function erase(event) {
  const button = /** @type {Element} */ (event.target).closest("[data-erase-note]");
  const note = /** @type {HTMLElement | null | undefined} */ (button?.closest("[data-note-id]"));
  if (!note || !confirm(say("erase-sure"))) return;
  await ask(`/api/sessions/${session}/notes/${note.dataset.noteId}`, { method: "DELETE", session });
  note.remove();
}
