// @ts-check
/** On a wide screen: the board as large as it fits with the rest beside it, or everything in one drawing. */

const KEPT = "board-everything"; // in the browser: what the reader chose last

const buttons = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-layout]")]);

/** The layout of drawings on a wide screen. */
export const boardLayout = () => (localStorage.getItem(KEPT) ? "wide" : "tv");

/** The buttons that choose the layout. @param {() => void} chosen draws anew */
export function chooseLayout(chosen) {
  for (const button of buttons()) {
    button.addEventListener("click", () => {
      if (button.dataset.layout === "wide") localStorage.setItem(KEPT, "yes");
      else localStorage.removeItem(KEPT);
      press();
      chosen();
    });
  }
  press();
}

function press() {
  for (const button of buttons()) button.setAttribute("aria-pressed", String(button.dataset.layout === boardLayout()));
}
