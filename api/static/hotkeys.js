// @ts-check
/** Keyboard control of the recorder: a key for each frequent action, arrows in grids, digits on the pad. */

import { showTyping } from "./typed_line.js";

/**
 * @typedef {{undo: () => void, redo: () => void, fix: () => void, help: () => void, back: () => boolean}} Acts
 * `back` leaves the innermost thing that is open, and says whether there was one.
 */

const TYPED = "input:not([type=radio]):not([type=checkbox]), textarea, select";
const GRIDS = "[data-offers], [data-repair-lines], [data-repair], dialog[open]";
const STOPS = "button:not([disabled]), a[href], select, input:not(.vh)";
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @template {HTMLElement} T @param {string} which @returns {T | undefined} the first that is seen */
const seen = (which) => /** @type {T[]} */ ([...document.querySelectorAll(which)]).find((element) => element.checkVisibility());

/** A grid is one stop of the Tab key; arrows move within it. What was focused last there, or is chosen, is that stop. */
const GROUPS = ".stepbuttons, .palette, .split";
const ROVING = "button";

/** @param {Iterable<Element>} all of one grid */
function rove(all) {
  const stops = [...all].filter((element) => !element.matches("[disabled]"));
  const stop = stops.find((element) => element === document.activeElement) ?? stops.find((element) => element.matches('[aria-pressed="true"]')) ?? stops[0];
  for (const other of stops) other.setAttribute("tabindex", other === stop ? "0" : "-1");
}

/** Every grid that is on the screen. */
function roveAll() {
  for (const group of document.querySelectorAll(`[data-offers] :is(${GROUPS})`)) rove(group.querySelectorAll(ROVING));
  rove(document.querySelectorAll("[data-light]"));
}

/** The control that lies next in a direction: the nearest one, and rather straight ahead. @param {HTMLElement} from @param {[number, number]} way */
function nextTo(from, [dx, dy]) {
  const middle = (/** @type {Element} */ element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  const lit = from.matches("[data-light]");
  const [grid, stops] = lit ? [document.querySelector("[data-board]"), "[data-light]"] : [from.closest(GRIDS), STOPS];
  let [best, least] = [/** @type {HTMLElement | null} */ (null), Infinity];
  for (const other of /** @type {NodeListOf<HTMLElement>} */ (grid?.querySelectorAll(stops) ?? [])) {
    if (other === from || !other.checkVisibility()) continue;
    const [left, top] = middle(other);
    const [ahead, aside] = dx ? [(left - x) * dx, Math.abs(top - y)] : [(top - y) * dy, Math.abs(left - x)];
    if (ahead > 1 && ahead + 3 * aside < least) [best, least] = [other, ahead + 3 * aside];
  }
  return best;
}

/** Where a line begins to be entered: a value, a lit place, or else a line that is one tap. */
export const firstInput = () => seen(".enter .palette button:not([disabled])") ?? seen("[data-light]") ?? seen("[data-offers] button:not([disabled])");

/** @param {KeyboardEvent} event @returns {boolean} whether the focus moved */
function moved(event) {
  const way = ARROWS[event.key];
  const from = /** @type {HTMLElement} */ (document.activeElement);
  if (!way || from.matches("[data-board], select")) return false; // the board has arrows of its own
  const to = from.closest(`${GRIDS}, [data-light]`) ? nextTo(from, way) : firstInput();
  to?.focus();
  return to !== null && to !== undefined;
}

/** @param {string} which @returns {boolean} whether there was one to press */
function pressed(which) {
  const found = seen(which);
  found?.focus(); // what comes next takes the focus over
  found?.click();
  return found !== undefined;
}

/** The next of the ways in which a piece can lie. @returns {boolean} whether there are several */
function turned() {
  const ways = [...document.querySelectorAll('.enter [data-field^="turn"]')];
  const at = ways.findIndex((button) => button.getAttribute("aria-pressed") === "true");
  const next = /** @type {HTMLElement | undefined} */ (ways[(at + 1) % ways.length]);
  next?.click();
  return next !== undefined;
}

/** A key that stands for a control. @param {KeyboardEvent} event @param {Acts} acts @returns {boolean} whether it did something */
function done(event, acts) {
  const { key } = event;
  if (/^\d$/.test(key)) return pressed(`.enter [data-digit="${key}"]:not([disabled])`) || pressed(`.enter .palette [data-value="${key}"]`);
  if (key === "Backspace") return pressed(".enter [data-back-one]:not([disabled])");
  if (key === "Enter") return pressed("[data-repair] [data-write]") || pressed(".enter [data-record]:not([disabled])");
  if (key === "u") return acts.undo(), true;
  if (key === "U") return acts.redo(), true;
  if (key === "f") return acts.fix(), true;
  if (key === "r") return turned();
  if (key === "?") return acts.help(), true;
  if (key !== "/") return false;
  showTyping();
  return true;
}

/** @param {Acts} acts */
export function hotkeys(acts) {
  for (const where of document.querySelectorAll("[data-offers], [data-board]")) {
    new MutationObserver(roveAll).observe(where, { childList: true, subtree: true });
    where.addEventListener("focusin", roveAll);
  }
  addEventListener("keydown", (event) => {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    const typing = target.matches(TYPED);
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" && event.repeat) return event.preventDefault(); // a key that is held down records once
    if (event.key === "Escape" && !document.querySelector("dialog:modal")) {
      if (typing) target.blur();
      else if (acts.back()) event.preventDefault();
      return;
    }
    if (typing || (event.key === "Enter" && target.matches("button, a, summary, label"))) return;
    const within = document.querySelector("dialog:modal");
    if (moved(event) || (!within && done(event, acts))) event.preventDefault();
  });
}
