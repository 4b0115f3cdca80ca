// @ts-check
/** The form that founds a club or changes its settings. */

import { ask, read } from "./api.js";
import { keepClub, keyOf, newKey } from "./keys.js";
import { keyFor } from "./outbox.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-club-form]"));
const refused = /** @type {HTMLElement} */ (form.querySelector("[data-refused]"));
const { club = "" } = document.body.dataset;
const token = club ? keyOf(club)?.token ?? "" : newKey();
const keyOfSettings = keyFor();

/** The settings as the form states them; the house rules stay as they are. */
function settings() {
  const filled = new FormData(form);
  const text = (/** @type {string} */ name) => String(filled.get(name) ?? "").trim();
  return { name: text("name"), about: text("about"), claims: text("claims"), lang: text("lang"), guests: filled.has("guests"), rules: JSON.parse(form.dataset.settings ?? "[]") };
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = settings();
  try {
    if (club) {
      await read(`/api/clubs/${club}/settings`, { method: "PUT", token, key: keyOfSettings(body), body });
      return location.assign(`/clubs/${club}`);
    }
    const made = await read("/api/clubs", { method: "POST", token, key: keyOfSettings(body), body });
    keepClub(made.club, { token, role: "organiser", seat: null });
    await ask(`/clubs/${made.club}/key`, { method: "POST", token });
    location.assign(`/clubs/${made.club}`);
  } catch (error) {
    refused.textContent = /** @type {Error} */ (error).message;
  }
});
