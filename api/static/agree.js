// @ts-check
/** Agrees, as a seat, that an arbiter who also plays at the table sees all hands. */

import { ask } from "./api.js";
import { made } from "./outbox.js";

const session = document.body.dataset.session ?? "";

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-agree]"))) {
  const key = made();
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await ask(`/api/sessions/${session}/grants/${button.dataset.agree}/agreement`, { method: "POST", session, key });
      location.reload();
    } catch (error) {
      /** @type {HTMLElement} */ (document.querySelector("[data-agree-says]")).textContent = /** @type {Error} */ (error).message;
      button.disabled = false;
    }
  });
}
