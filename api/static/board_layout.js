// @ts-check
/** On a wide screen: the board as large as it fits with the rest beside it, or all panels in one drawing. */

const KEPT = "board-panels"; // in the browser, as far as it keeps anything: what the reader chose last
let layout = kept();

function kept() {
  try {
    return localStorage.getItem(KEPT) === "wide" ? "wide" : "tv";
  } catch {
    return "tv";
  }
}

/** The layout of drawings on a wide screen. */
export const boardLayout = () => layout;

/** The buttons that choose the layout. @param {() => void} chosen draws anew */
export function chooseLayout(chosen) {
  const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-layout]")]);
  const press = () => buttons.forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.layout === layout)));
  for (const button of buttons)
    button.addEventListener("click", () => {
      layout = button.dataset.layout ?? layout;
      try {
        localStorage.setItem(KEPT, layout);
      } catch {
        // the choice holds as long as the page
      }
      press();
      chosen();
    });
  press();
}
