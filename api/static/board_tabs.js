// @ts-check
/** Shows one named part of a board at a time, as large as the stage allows. It knows no game. */

import { el } from "./dom.js";

/** @typedef {[number, number, number, number]} Box left, top, width, height */
/** @typedef {{says: string, box: string, parts?: string[], map?: boolean}} Tab whose places are viewBoxes of the drawing */
/** @typedef {import("./board.js").Board} Board */

const READABLE = 0.8; // of its usual size: what would be smaller is not shown whole
const WHOLE = -1;

/** @param {string} view @returns {Box} */
const boxOf = (view) => /** @type {Box} */ (view.split(" ").map(Number));
/** @param {Box} box @param {DOMPoint} point */
const holds = ([x, y, w, h], point) => point.x >= x && point.x <= x + w && point.y >= y && point.y <= y + h;

/** Sets an attribute that has another value: every change of a drawing is laid out. @param {Element} element @param {string} name @param {string} value */
const put = (element, name, value) => element.getAttribute(name) === value || element.setAttribute(name, value);

export class Tabs {
  /** @param {Board} board @param {HTMLElement} nav */
  constructor(board, nav) {
    this.board = board;
    this.nav = nav;
    /** @type {Tab[]} */ this.tabs = [];
    this.at = 0;
    /** @type {Box | null} the part of the tab to come closer to */ this.part = null;
    /** between which heights of the drawing that lies which the next action is about */ this.span = [0, 0];
    this.byHand = false;
    this.checking = false;
    /** @type {Set<string>} the sizes of the stage that were filled since the last frame */ this.filled = new Set();
    /** what else is to be done when the stage has another size */ this.resized = () => {};
    new ResizeObserver(() => (this.fit(), this.resized())).observe(board.stage);
  }

  /** The tabs of the drawing that is on the stage now; a drawing without any is shown whole. @param {Tab[]} tabs */
  take(tabs) {
    const same = JSON.stringify(tabs.map(({ says }) => says)) === JSON.stringify(this.tabs.map(({ says }) => says));
    this.tabs = tabs;
    this.nav.hidden = !tabs.length;
    this.board.stage.classList.toggle("tabbed", tabs.length > 0);
    this.board.fills = tabs.length > 0;
    if (!same) {
      this.at = 0;
      this.nav.replaceChildren(...tabs.map((tab, at) => {
        const made = el("button", { type: "button", "data-tab": String(at) }, tab.says);
        made.addEventListener("click", () => {
          [this.byHand, this.span] = [true, [0, 0]];
          this.open(at, null);
        });
        return made;
      }));
    }
    this.fit();
  }

  /** @param {number} at @param {Box | null} part */
  open(at, part) {
    const moves = at !== this.at;
    [this.at, this.part] = [at, part];
    if (moves) this.board.byHand = false;
    this.fit();
  }

  /** The whole table, or all of the map where the map is open. */
  whole() {
    this.byHand = true;
    if (this.board.map && (!this.tabs.length || this.tabs[this.at]?.map)) this.board.wholeMap();
    else this.open(WHOLE, null);
  }

  /** Where a part of the drawing lies on it: its middle, or so far up or down from there. @param {Element} part @param {number} [down] */
  where(part, down = 0) {
    const svg = /** @type {SVGSVGElement} */ (this.board.svg);
    const box = part.getBoundingClientRect();
    const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height * (0.5 + down));
    return middle.matrixTransform(/** @type {DOMMatrix} */ (svg.getScreenCTM()).inverse());
  }

  /** Opens the tab where these parts of the drawing lie, unless another was chosen by hand. @param {Element[]} parts */
  follow(parts) {
    if (!this.tabs.length || this.byHand || !parts.length) return;
    const inMap = (/** @type {Element} */ part) => Boolean(this.board.map?.contains(part));
    const lies = (/** @type {Tab} */ tab) => parts.filter((part) => (tab.map ? inMap(part) : !inMap(part) && holds(boxOf(tab.box), this.where(part))));
    const found = this.tabs.map(lies);
    const most = Math.max(...found.map((held) => held.length));
    if (!most) return;
    const at = found.findIndex((held) => held.length === most);
    const points = found[at].map((part) => this.where(part));
    this.span = [Math.min(...found[at].map((part) => this.where(part, -0.5).y)), Math.max(...found[at].map((part) => this.where(part, 0.5).y))];
    this.open(at, this.tabs[at].parts?.map(boxOf).find((box) => points.every((point) => holds(box, point))) ?? null);
  }

  /** Scrolls the row of tabs so far that one of them is seen. @param {Element} button */
  bring(button) {
    const [row, own] = [this.nav.getBoundingClientRect(), button.getBoundingClientRect()];
    if (own.left < row.left || own.right > row.right) this.nav.scrollLeft += own.left - row.left - (row.width - own.width) / 2;
  }

  /** Fills the stage with what is open. */
  fit() {
    const { board, tabs } = this;
    const { svg, map, stage } = board;
    if (!svg || !tabs.length) return;
    const [wide, high] = [stage.clientWidth, stage.clientHeight]; // read before anything is written, so that nothing is laid out twice
    for (const button of this.nav.children) {
      const open = Number(/** @type {HTMLElement} */ (button).dataset.tab) === this.at;
      if (open && button.getAttribute("aria-pressed") !== "true") this.bring(button);
      put(button, "aria-pressed", String(open));
    }
    this.filled.add(`${wide} ${high}`);
    if (!wide || !high) return; // no room is left
    const tab = tabs[this.at];
    svg.classList.toggle("maponly", Boolean(tab?.map));
    /** @type {Box} */ const frame = tab?.map ? [0, 0, wide, high] : boxOf(tabs.find((other) => other.map)?.box ?? "");
    if (map) ["x", "y", "width", "height"].forEach((name, at) => put(map, name, String(frame[at])));
    const whole = /** @type {Box} */ (board.size);
    const box = tab?.map ? frame : this.part ?? (tab ? boxOf(tab.box) : whole);
    const scale = Math.min(wide / box[2], high / box[3]);
    const [above, below] = this.span;
    const readable = Math.min(READABLE, wide / box[2], high / Math.max(1, below - above));
    const shown = tab?.map ? 1 : this.at === WHOLE ? scale : Math.max(scale, readable);
    const seen = Math.min(box[3], high / shown); // the rest is dragged into sight
    const top = Math.max(box[1], Math.min(box[1] + box[3] - seen, (above + below - seen) / 2));
    svg.style.width = `${box[2] * shown}px`;
    svg.style.height = `${seen * shown}px`;
    if (!board.byHand || tab?.map) put(svg, "viewBox", [box[0], top, box[2], seen].join(" "));
    board.window = tab?.map && map ? map : svg;
    this.check();
  }

  /** Looks once more in the next frame: the tray may have been empty for a moment, which the observer does not notice. */
  check() {
    if (this.checking) return;
    this.checking = true;
    requestAnimationFrame(() => {
      this.checking = false;
      const { clientWidth, clientHeight } = this.board.stage;
      this.filled.delete(`${clientWidth} ${clientHeight}`);
      const isFilled = !this.filled.size;
      this.filled.clear();
      if (isFilled) return;
      this.fit();
      this.resized();
    });
  }
}
