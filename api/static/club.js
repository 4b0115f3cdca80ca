// @ts-check
/** The links of a club: gives a role as a link with a QR code, and revokes it after a second tap. */

import { ask, read } from "./api.js";
import { el, say } from "./dom.js";
import { keyOf } from "./keys.js";
import { made } from "./outbox.js";
import { confirmed } from "./second_tap.js";
import { coded } from "./shared_link.js";
import { localTimes } from "./times.js";

const { club = "" } = document.body.dataset;
const token = keyOf(club)?.token ?? "";
const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-give-form]"));
const given = /** @type {HTMLElement} */ (document.querySelector("[data-given]"));
const says = /** @type {HTMLElement} */ (document.querySelector("[data-says]"));
const chosen = () => /** @type {HTMLInputElement} */ (form.querySelector("input:checked"));

const explain = () => (/** @type {HTMLElement} */ (form.querySelector("[data-explain]")).textContent = chosen().dataset.explained ?? "");
form.addEventListener("change", explain);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const link = await read(`/api/clubs/${club}/grants`, { method: "POST", token, key: made(), body: { role: chosen().value } });
    given.replaceChildren(el("p", {}, say("link-says")), ...coded(link, chosen().dataset.called ?? ""));
  } catch (error) {
    given.textContent = /** @type {Error} */ (error).message;
  }
});

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-revoke]")))
  confirmed(button, async () => {
    const row = /** @type {HTMLElement} */ (button.closest("[data-grant]"));
    try {
      await ask(`/api/clubs/${club}/grants/${row.dataset.grant}`, { method: "DELETE", token, key: made() });
      location.reload();
    } catch (error) {
      says.textContent = /** @type {Error} */ (error).message;
    }
  });

explain();
localTimes();
