// @ts-check
/** Keeps half-written text through a reload of the page. */

/** @param {HTMLElement} form @returns {NodeListOf<HTMLTextAreaElement | HTMLInputElement>} */
const fields = (form) => form.querySelectorAll("textarea, [data-own]");

/** @param {HTMLElement} field */
const named = (field) => `${location.pathname} ${field.id}`;

/** @param {HTMLElement} form */
export function keep(form) {
  for (const field of fields(form)) {
    field.addEventListener("input", () => sessionStorage.setItem(named(field), field.value));
    const draft = sessionStorage.getItem(named(field));
    if (!draft || field.value) continue;
    field.value = draft;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** A record is kept in lines: what was written in several is sent as one. @param {FormDataEntryValue | null} text */
export const inOneLine = (text) => String(text ?? "").replace(/\s*[\r\n\t]\s*/g, " ");

/** Once it was sent. @param {HTMLElement} form */
export function forget(form) {
  for (const field of fields(form)) sessionStorage.removeItem(named(field));
}
