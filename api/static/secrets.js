// @ts-check
/** What only one seat may know: told on its own device, and left out everywhere else. */

import { el, say } from "./dom.js";
import { sentence } from "./offers.js";

/** @typedef {import("./offers.js").Choice} Choice */

/** @type {Record<string, string[]>} what of each deed only its own seat tells; nothing on other devices */
const secrets = JSON.parse(document.getElementById("secrets")?.textContent ?? "{}");

/** What of a deed is not told yet. @param {Choice} choice @returns {string[]} */
export const untold = (choice) => (secrets[choice.action.deed] ?? []).filter((name) => (choice.action[name] ?? null) === null);

/** Left empty, it is only recorded that there is something. @param {Choice} choice @param {import("./offers.js").Taking} taking */
export function secretCard(choice, taking) {
  const told = { "aria-label": say("chosen"), placeholder: say("chosen"), autocomplete: "off", autocapitalize: "off" };
  const fields = untold(choice).map((name) => /** @type {HTMLInputElement} */ (el("input", { type: "text", class: "code", name, ...told })));
  const go = el("button", { class: "btn primary", type: "button", "data-record": "" }, say("it"));
  go.addEventListener("click", () => {
    const known = fields.filter((field) => field.value.trim()).map((field) => [field.name, valued(field.value.trim())]);
    taking.record({ action: { ...choice.action, ...Object.fromEntries(known) }, says: choice.says, sure: !known.length });
  });
  return el("li", { class: "offer" }, el("span", {}, sentence(choice, choice.says), el("small", {}, say("secret"))),
    el("span", { class: "fields" }, ...fields, go));
}

/** @param {string} text */
const valued = (text) => (/^\d+$/.test(text) ? Number(text) : text);
