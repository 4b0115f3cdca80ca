// @ts-check
/** Shows an arbiter the names of the seats, after one question; the ruling will say so. */

import { ask } from "./api.js";

const box = /** @type {HTMLElement | null} */ (document.querySelector("[data-hidden]"));
const part = (/** @type {string} */ which) => /** @type {HTMLElement | null} */ (box?.querySelector(which) ?? null);
const question = part("#ask-names");

/** @param {boolean} open */
function asked(open) {
  if (question) question.hidden = !open;
  part("[data-show-names]")?.setAttribute("aria-expanded", String(open));
  (open ? part("[data-show-names-now]") : part("[data-show-names]"))?.focus();
}

part("[data-show-names]")?.addEventListener("click", () => asked(true));
part("[data-keep-names]")?.addEventListener("click", () => asked(false));
part("[data-show-names-now]")?.addEventListener("click", async () => {
  const says = part("[data-names-says]");
  try {
    for (const session of (box?.dataset.hidden ?? "").split(" ")) await ask(`/api/sessions/${session}/names`, { method: "POST", session });
    location.reload();
  } catch (error) {
    if (says) says.textContent = /** @type {Error} */ (error).message;
  }
});
if (new URLSearchParams(location.search).get("named") === "true") asked(true);
