// @ts-check
/** The roles page: gives a role as a link with a QR code or as a short code, and revokes it after a second tap. */

import { ask, read } from "./api.js";
import { el, say } from "./dom.js";
import { drop } from "./keys.js";
import { made } from "./outbox.js";
import { confirmed } from "./second_tap.js";
import { coded } from "./shared_link.js";
import { localTime, localTimes } from "./times.js";

const { session = "" } = document.body.dataset;
const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-give-form]"));
const given = /** @type {HTMLElement} */ (document.querySelector("[data-given]"));
const MINUTES = 30;

/** The role that is chosen, as the API takes it. */
function chosen() {
  const given = new FormData(form), [role, seat] = String(given.get("what") ?? "").split(" ");
  if (role === "arbiter" && given.has("plays")) return { role, plays: true };
  return seat ? { role, seat } : { role };
}

const label = () => /** @type {HTMLElement | null} */ (form.querySelector("input:checked"))?.dataset.called ?? "";

/** What the chosen role may do; a link for everybody, and a code for the owner's role, are nothing to be given. */
function explain() {
  const { role, plays } = chosen(), hands = /** @type {HTMLElement | null} */ (form.querySelector("[data-plays]"));
  if (hands) hands.hidden = role !== "arbiter";
  /** @type {HTMLElement} */ (form.querySelector("[data-explain]")).textContent = say(`says-${role || "public"}`);
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (form.querySelectorAll("[name=how]")))
    button.disabled = button.value === "link" ? !role : role === "owner" || Boolean(plays);
}

form.addEventListener("change", explain);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const how = /** @type {HTMLButtonElement} */ (/** @type {SubmitEvent} */ (event).submitter).value;
  try {
    if (how === "link") {
      const link = await read(`/api/sessions/${session}/grants`, { method: "POST", session, key: made(), body: chosen() });
      return given.replaceChildren(el("p", {}, say("link-says")), ...coded(link, label()));
    }
    const code = await read(`/api/sessions/${session}/codes`, { method: "POST", session, key: made(), body: { ...chosen(), minutes: MINUTES } });
    given.replaceChildren(el("p", {}, el("b", {}, label())), el("p", { class: "readout" }, code.code),
      el("p", { class: "small" }, say(code.role === "guest" || code.role === "viewer" ? "code-many" : "code-once", { time: localTime(code.until) })));
  } catch (error) {
    given.textContent = /** @type {Error} */ (error).message;
  }
});

/** The first tap asks, the second takes back. @param {HTMLButtonElement} button */
function revoking(button) {
  const row = /** @type {HTMLElement} */ (button.closest("[data-grant]"));
  confirmed(button, async () => {
    try {
      await ask(`/api/sessions/${session}/grants/${row.dataset.grant}`, { method: "DELETE", session, key: made() });
      if (row.dataset.own === undefined) return location.reload();
      drop(session);
      await ask(`/s/${session}/key`, { method: "DELETE" });
      location.assign("/");
    } catch (error) {
      /** @type {HTMLElement} */ (document.querySelector("[data-says]")).textContent = /** @type {Error} */ (error).message;
    }
  });
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-revoke]"))) revoking(button);
explain();
localTimes();

/** Allows or forbids other sites to frame the replay. */
const embed = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-embed]"));
embed?.addEventListener("click", async () => {
  const says = /** @type {HTMLElement} */ (document.querySelector("[data-embed-says]"));
  try {
    const body = { allowed: embed.dataset.embed === "true" };
    const { allowed } = await read(`/api/sessions/${session}/embedding`, { method: "POST", session, key: made(), body });
    embed.dataset.embed = String(!allowed);
    embed.textContent = (allowed ? embed.dataset.forbid : embed.dataset.allow) ?? "";
    /** @type {HTMLElement} */ (document.querySelector("[data-embed-address]")).hidden = !allowed;
    says.textContent = "";
  } catch (error) {
    says.textContent = /** @type {Error} */ (error).message;
  }
});
