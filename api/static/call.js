// @ts-check
/** Calls the arbiter about a line by one tap: the call is a claim, and it can be withdrawn like any other. */

import { read } from "./api.js";
import { el } from "./dom.js";
import { keyFor } from "./outbox.js";

const { session = "", seat = "" } = document.body.dataset;
const calledUnder = keyFor();

/** @param {HTMLButtonElement} button */
async function call(button) {
  const body = { about: Number(button.dataset.call), clause: "", omitted: false, text: "", seat };
  const says = el("span", { role: "status", class: "small" });
  button.after(says);
  button.disabled = true;
  try {
    const { line } = await read(`/api/sessions/${session}/disputes`, { method: "POST", session, key: calledUnder(body), body });
    says.replaceChildren(button.dataset.called ?? "", " ", el("a", { href: `/s/${session}/disputes/${line}` }, button.dataset.then ?? ""));
    button.remove();
  } catch (error) {
    says.textContent = /** @type {Error} */ (error).message;
    button.disabled = false;
  }
}

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("[data-call]");
  if (button) call(/** @type {HTMLButtonElement} */ (button));
});
