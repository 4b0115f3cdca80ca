// @ts-check
/** The recorder's panels: modal on a phone, next to the page on a desktop. The focus returns to where it was. */

import { showTyping } from "./typed_line.js";

const LEFT = "griffier.lefthand";
const find = (/** @type {string} */ which) => /** @type {HTMLElement} */ (document.querySelector(which));
const all = (/** @type {string} */ which) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(which)]);

/**
 * @typedef {{session: string, game: string, own: string, send: (line: any, says: string) => void, last: () => number,
 *   linked: () => boolean}} Recorder
 */

/** @param {Recorder} recorder @returns {(id: string) => void} opens one */
export function panels(recorder) {
  const wide = matchMedia("(min-width: 60rem)");
  /** @param {string} id */
  function open(id) {
    const dialog = /** @type {HTMLDialogElement} */ (document.getElementById(id));
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    for (const other of all("dialog[open]")) /** @type {HTMLDialogElement} */ (other).close();
    const letter = CSS.escape(document.body.dataset.acting ?? "");
    const acting = /** @type {HTMLInputElement | null} */ (dialog.querySelector(`input[type=radio][value="${letter}"]`));
    if (acting) acting.checked = true; // most lines are about the seat whose turn it is
    dialog.dispatchEvent(new Event("opening"));
    if (wide.matches) dialog.show();
    else dialog.showModal();
    for (const button of all(`[data-open="${id}"]`)) button.setAttribute("aria-expanded", "true");
    dialog.addEventListener("close", () => {
      for (const button of all(`[data-open="${id}"]`)) button.setAttribute("aria-expanded", "false");
      const lost = document.activeElement === document.body || dialog.contains(document.activeElement);
      if (lost) before?.focus();
    }, { once: true });
  }
  for (const button of all("[data-open]")) {
    const dialog = /** @type {HTMLDialogElement} */ (document.getElementById(button.dataset.open ?? ""));
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", () => (dialog.open ? dialog.close() : open(dialog.id)));
    dialog.addEventListener("keydown", (event) => event.key === "Escape" && !dialog.matches(":modal") && dialog.close());
  }
  for (const button of all("[data-close]"))
    button.addEventListener("click", () => /** @type {HTMLDialogElement} */ (button.closest("dialog")).close());
  other(recorder);
  mirrored();
  return open;
}

/** The dock of a left hand, as this browser was asked for it. */
function mirrored() {
  const wish = /** @type {HTMLInputElement} */ (find("[data-lefthand]"));
  const show = () => document.body.classList.toggle("lefthand", wish.checked);
  try {
    wish.checked = localStorage.getItem(LEFT) === "yes";
  } catch {
    // without storage it holds while the page does
  }
  show();
  wish.addEventListener("change", () => {
    show();
    localStorage.setItem(LEFT, wish.checked ? "yes" : "");
  });
}

/** What no offer covers is typed; the verb and an example lead the way. @param {Recorder} recorder */
function other(recorder) {
  const typed = /** @type {HTMLInputElement} */ (document.getElementById("ty"));
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("else"));
  const begin = (/** @type {string} */ text, /** @type {string} */ like) => {
    if (dialog.open) dialog.close();
    typed.value = text;
    typed.placeholder = like || typed.placeholder;
    showTyping();
    typed.dispatchEvent(new Event("input"));
  };
  const whose = () => recorder.own || String(new FormData(/** @type {HTMLFormElement} */ (find("[data-else]"))).get("else-seat"));
  for (const button of all("[data-verb]"))
    button.addEventListener("click", () => begin(`${button.dataset.seated ? whose() : "-"} ${button.dataset.verb} `, button.dataset.like ?? ""));
  for (const button of all("[data-start]"))
    button.addEventListener("click", () => {
      const start = button.dataset.start ?? "";
      begin(start === "; " ? `; ${whose()} "` : start === "< " ? `< ${Math.max(0, recorder.last() - 1)}` : start, "");
    });
}
