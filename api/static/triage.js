// @ts-check
/** Sorts a finding as one of the four errors with one tap, which records a line. */

import { ask } from "./api.js";
import { made } from "./outbox.js";

const { session = "" } = document.body.dataset;

for (const sorter of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".triage")))
  sorter.addEventListener("click", async (event) => {
    const chosen = /** @type {HTMLElement} */ (event.target).closest("[data-error]");
    if (!chosen) return;
    const body = { line: Number(sorter.dataset.line), clause: sorter.dataset.clause, error: chosen.getAttribute("data-error") };
    try {
      await ask(`/api/sessions/${session}/triage`, { method: "POST", session, key: made(), body });
      location.reload();
    } catch (error) {
      /** @type {HTMLElement} */ (document.querySelector("[data-refused]")).textContent = /** @type {Error} */ (error).message;
    }
  });
