// @ts-check
/** Handing the record over to another device by a link, and closing it with the result as it was counted. */

import { ask, read } from "./api.js";
import { el, say } from "./dom.js";
import { made } from "./outbox.js";

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
async function copied(link, button) {
  try {
    await navigator.clipboard.writeText(link);
    button.textContent = say("copied");
  } catch {
    const field = /** @type {HTMLInputElement} */ (el("input", { class: "code", readonly: "", value: link, "aria-label": say("link") }));
    button.replaceWith(field);
    field.select();
  }
}

/** @param {import("./panels.js").Recorder} recorder */
export function handOver(recorder) {
  const { session } = recorder;
  const where = /** @type {HTMLElement} */ (document.querySelector("[data-given]"));
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-give]")))
    button.addEventListener("click", async () => {
      const body = { role: button.dataset.give, ...(button.dataset.seat ? { seat: button.dataset.seat } : {}) };
      try {
        const given = await read(`/api/sessions/${session}/grants`, { method: "POST", session, key: made(), body });
        where.replaceChildren(...coded(given, button.textContent?.trim() ?? ""));
      } catch (error) {
        where.textContent = /** @type {Error} */ (error).message;
      }
    });
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-closing]"));
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const counted = [...new FormData(form)].filter(([, points]) => points !== "") // a side's points are those of each of its seats
      .flatMap(([letters, points]) => [...letters].map((letter) => [letter, Number(points)]));
    try {
      await ask(`/api/sessions/${session}/closing`, { method: "POST", session, key: made(), body: { stated: Object.fromEntries(counted) } });
      location.href = `/s/${session}`;
    } catch (error) {
      /** @type {HTMLElement} */ (document.querySelector("[data-closing-says]")).textContent = /** @type {Error} */ (error).message;
    }
  });
}
