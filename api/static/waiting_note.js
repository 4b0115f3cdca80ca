// @ts-check
/** The note that is shown when this seat has nothing to do. */

import { el, say, seat } from "./dom.js";

/** Whose turn it is, where that is another seat's. @returns {HTMLElement} */
export function nothingToDo() {
  const { acting = "", seat: own = "", names = "{}" } = document.body.dataset;
  if (own && !acting) return el("li", { class: "awaited" }, el("b", {}, say("turn-of-table")), el("span", { class: "dim" }, say("meanwhile-you")));
  if (!own || acting === own) return el("li", { class: "dim" }, say("nothing"));
  const name = JSON.parse(names)[acting] ?? acting;
  return el("li", { class: "awaited" }, seat(acting), el("b", {}, say("turn-of", { name })), el("span", { class: "dim" }, say("meanwhile-you")));
}
