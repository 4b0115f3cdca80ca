// @ts-check
/** A button whose first tap asks and whose second tap acts. */

import { say } from "./dom.js";

/** @param {HTMLButtonElement} button @param {() => void} act */
export function confirmed(button, act) {
  const before = button.textContent ?? "";
  let sure = false;
  button.addEventListener("blur", () => {
    sure = false;
    button.textContent = before;
    button.classList.remove("primary");
  });
  button.addEventListener("click", () => {
    if (sure) return act();
    sure = true;
    button.textContent = say("sure");
    button.classList.add("primary");
  });
}
