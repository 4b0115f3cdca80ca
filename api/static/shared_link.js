// @ts-check
/** A link to share: its QR code and a copy button. */

import { el, say } from "./dom.js";

/** A QR code and its link. @param {{qr: string, link: string}} given @param {string} who @returns {HTMLElement[]} */
export function coded(given, who) {
  const drawn = /** @type {SVGElement} */ (new DOMParser().parseFromString(given.qr, "text/html").querySelector("svg"));
  drawn.setAttribute("viewBox", `0 0 ${drawn.getAttribute("width")} ${drawn.getAttribute("height")}`); // so that it grows as a whole
  drawn.setAttribute("class", "qr");
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", who);
  const copy = el("button", { class: "btn", type: "button" }, say("copy"));
  copy.addEventListener("click", () => copied(given.link, copy));
  return [/** @type {any} */ (drawn), el("b", {}, who), el("span", { class: "row" }, el("a", { href: given.link, class: "btn" }, say("link")), copy)];
}

/** The clipboard is closed to plain HTTP: then the link is shown to be copied by hand. @param {string} link @param {HTMLElement} button */
export async function copied(link, button) {
  try {
    await navigator.clipboard.writeText(link);
    button.textContent = say("copied");
  } catch {
    const field = /** @type {HTMLInputElement} */ (el("input", { class: "code", readonly: "", value: link, "aria-label": say("link") }));
    button.replaceWith(field);
    field.select();
  }
}

const COPIED_FOR = 2000; // milliseconds

/**
 * A button that copies the address of a field and says so; where the clipboard is closed, the field is marked to be copied.
 * @param {HTMLElement} button @param {HTMLInputElement} field @param {HTMLElement} says
 */
export function copyAddress(button, field, says) {
  const { copied = "", byHand = "" } = button.dataset;
  button.hidden = false;
  button.addEventListener("click", async () => {
    says.textContent = (await isCopied(field)) ? copied : byHand;
    setTimeout(() => (says.textContent = ""), COPIED_FOR);
  });
}

/** @param {HTMLInputElement} field */
async function isCopied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select(); // the clipboard is closed to plain HTTP; the older way works there, too
    return document.execCommand("copy");
  }
}
