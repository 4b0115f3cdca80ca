// @ts-check
/** Draws a board: applies patches to keyed fragments, forwards and back, and handles zoom and pan. It knows no game. */

/**
 * What makes the next drawing of one; a way back holds the parts themselves instead of their text.
 * @typedef {{set?: Record<string, string | Element>, drop?: string[], view?: string, title?: string, desc?: string}} Patch
 */

/** How far a key moves the map, in cells, and how much of it is seen then. @type {Record<string, [number, number, number]>} */
const KEYS = {
  ArrowLeft: [-1, 0, 1], ArrowRight: [1, 0, 1], ArrowUp: [0, -1, 1], ArrowDown: [0, 1, 1],
  "+": [0, 0, 1 / 1.3], "=": [0, 0, 1 / 1.3], "-": [0, 0, 1.3],
};
const CELL = 40; // how large a cell is taken to be on a drawing that does not say so
const SVG = "http://www.w3.org/2000/svg";

export class Board {
  /** @param {HTMLElement} stage holds the drawing @param {Element | null} [aside] holds the part beside the board */
  constructor(stage, aside = null) {
    this.stage = stage;
    this.aside = aside;
    /** @type {Map<string, string>} */
    this.parts = new Map();
    /** the part of the map the drawing wishes to show, as a viewBox */
    this.view = "";
    this.byHand = false;
    /** @type {SVGSVGElement | null} what drags and pinches move */ this.window = null;
    /** whether what is moved fills the stage, so that a finger on an empty place moves it, too */ this.fills = false;
    /** the drawing as it was sent: left, top, width, height */ this.size = [0, 0, 1, 1];
    const drawn = stage.querySelector("svg");
    if (drawn) this.take(/** @type {SVGSVGElement} */ (drawn));
  }

  /** A whole drawing. @param {string} text */
  show(text) {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const drawn = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
    this.stage.replaceChildren(drawn);
    this.take(drawn);
  }

  /** @param {SVGSVGElement} drawn */
  take(drawn) {
    this.svg = drawn;
    this.size = viewOf(drawn);
    this.parts.clear();
    for (const part of drawn.querySelectorAll("[data-layer]")) this.parts.set(part.id, "");
    this.moveAside(drawn);
    this.map = /** @type {SVGSVGElement | null} */ (drawn.querySelector("svg[data-cell]"));
    this.window = this.map;
    const view = this.map?.getAttribute("viewBox") ?? "";
    if (!this.byHand || !this.view) this.view = view;
    else this.lookAt(this.view);
  }

  /** Moves the part beside the board to its own place on the page. @param {SVGSVGElement} drawn */
  moveAside(drawn) {
    const beside = drawn.querySelector("svg[data-aside]");
    if (!this.aside || !beside) return;
    drawn.setAttribute("viewBox", [0, 0, beside.getAttribute("x"), this.size[3]].join(" "));
    this.size = viewOf(drawn);
    this.aside.replaceChildren(beside);
  }

  /** What a selector finds in the drawing or beside it. @param {string} selector @returns {Element | null} */
  find(selector) {
    return this.svg?.querySelector(selector) ?? this.aside?.querySelector(selector) ?? null;
  }

  /** One patch. What it changed comes back as a patch that undoes it. @param {Patch} patch @returns {Patch} */
  apply(patch) {
    /** @type {Record<string, Element>} */
    const set = {};
    /** @type {string[]} */
    const drop = [];
    /** @type {Patch} */
    const back = { set, drop };
    for (const [key, part] of Object.entries(patch.set ?? {})) {
      const old = this.part(key);
      if (old) set[key] = old;
      else drop.push(key);
      this.put(key, part, old);
    }
    for (const key of patch.drop ?? []) {
      const old = this.part(key);
      if (!old) continue;
      set[key] = old;
      old.remove();
      this.parts.delete(key);
    }
    if (patch.view) {
      if (this.view) back.view = this.view;
      this.view = patch.view;
      if (!this.byHand) this.lookAt(patch.view);
    }
    this.say("title", patch.title, back);
    this.say("desc", patch.desc, back);
    return back;
  }

  /** @param {string} key @returns {Element | null} */
  part(key) {
    return this.parts.has(key) ? this.find(`[id="${CSS.escape(key)}"]`) : null;
  }

  /** @param {string} key @param {string | Element} part @param {Element | null} old */
  put(key, part, old) {
    const fresh = typeof part === "string" ? drawn(part) : part;
    const layer = this.find(`[id="layer:${fresh.getAttribute("data-layer")}"]`);
    if (old && old.parentNode === layer) old.replaceWith(fresh);
    else {
      old?.remove();
      layer?.append(fresh);
    }
    this.parts.set(key, "");
  }

  /** @param {"title" | "desc"} name @param {string | undefined} text @param {Patch} back */
  say(name, text, back) {
    const where = this.svg?.querySelector(`:scope > ${name}`);
    if (!text || !where) return;
    back[name] = where.textContent ?? "";
    where.textContent = text;
  }

  /** Zooms out until all of the map is seen. */
  wholeMap() {
    const layers = /** @type {SVGGraphicsElement[]} */ ([...(this.map?.children ?? [])]);
    const boxes = layers.map((layer) => layer.getBBox()).filter((box) => box.width);
    if (!boxes.length) return;
    const left = Math.min(...boxes.map((box) => box.x));
    const top = Math.min(...boxes.map((box) => box.y));
    this.byHand = true;
    this.lookAt([left, top, Math.max(...boxes.map((b) => b.x + b.width)) - left, Math.max(...boxes.map((b) => b.y + b.height)) - top].join(" "));
  }

  /** @param {string} view */
  lookAt(view) {
    if (this.map?.getAttribute("viewBox") !== view) this.map?.setAttribute("viewBox", view); // every change is laid out
  }
}

/** @param {SVGSVGElement | null} drawn @returns {number[]} */
export const viewOf = (drawn) => (drawn?.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);

/** A fragment as part of this page. @param {string} text @returns {Element} */
function drawn(text) {
  const holder = document.createElementNS(SVG, "svg");
  holder.innerHTML = text; // a document of its own for each fragment took a quarter of the scripts’ time
  return /** @type {Element} */ (holder.firstElementChild);
}

/** Which place or thing was tapped. @param {Event} event @returns {string} */
export function tapped(event) {
  const part = /** @type {Element} */ (event.target).closest("[data-layer]");
  return part?.id ?? "";
}

/**
 * Drag, pinch, wheel and, where the stage takes the focus, arrow keys move the map; a map moved by hand stays until the reader resets it.
 * @param {Board} board @param {{whole?: HTMLElement | null, last?: HTMLElement | null}} buttons
 */
export function pannable(board, buttons) {
  const { stage } = board;
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  let moved = false;

  const view = () => viewOf(board.window);
  const scale = () => 1 / (board.window?.getScreenCTM()?.a || 1);
  const isOn = (/** @type {Event} */ event) => board.window !== null && (board.fills || board.window.contains(/** @type {Node} */ (event.target)));

  /** @param {number} x @param {number} y @param {number} by @param {{x: number, y: number}} [around] */
  function move(x, y, by = 1, around = undefined) {
    if (!board.window) return;
    const [left, top, width, height] = view();
    const box = (board.fills ? stage : board.window).getBoundingClientRect();
    const fx = around ? (around.x - box.left) / box.width : 0.5;
    const fy = around ? (around.y - box.top) / box.height : 0.5;
    const cell = Number(board.window.dataset.cell) || CELL;
    const grown = Math.max(by, (cell * 2) / Math.min(width, height));
    const to = [left + x + width * (1 - grown) * fx, top + y + height * (1 - grown) * fy, width * grown, height * grown];
    if (board.window === board.svg) for (const at of [0, 1]) to[at] = Math.max(board.size[at] - to[at + 2] / 2, Math.min(board.size[at] + board.size[at + 2] - to[at + 2] / 2, to[at]));
    board.byHand = true;
    board.window.setAttribute("viewBox", to.join(" "));
  }

  stage.addEventListener("pointerdown", (event) => {
    if (!isOn(event)) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    moved = false;
  });
  stage.addEventListener("pointermove", (event) => {
    const from = fingers.get(event.pointerId);
    if (!from) return;
    const to = { x: event.clientX, y: event.clientY };
    if (fingers.size === 1) {
      if (!moved && Math.hypot(to.x - from.x, to.y - from.y) < 6) return;
      move((from.x - to.x) * scale(), (from.y - to.y) * scale());
    } else {
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1] ?? to;
      const before = Math.hypot(from.x - other.x, from.y - other.y);
      move(0, 0, before / Math.max(1, Math.hypot(to.x - other.x, to.y - other.y)), other);
    }
    moved = true;
    fingers.set(event.pointerId, to);
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"])
    stage.addEventListener(name, (event) => fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
  stage.addEventListener("click", (event) => moved && event.stopImmediatePropagation(), { capture: true });
  stage.addEventListener("wheel", (event) => {
    if (!isOn(event) || !event.ctrlKey) return;
    event.preventDefault();
    move(0, 0, event.deltaY > 0 ? 1.15 : 1 / 1.15, { x: event.clientX, y: event.clientY });
  }, { passive: false });
  stage.addEventListener("keydown", (event) => {
    const step = board.window ? Number(board.window.dataset.cell) || CELL : 0;
    const way = KEYS[event.key];
    if (!step || !way || event.target !== stage || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move(way[0] * step, way[1] * step, way[2]);
  });
  buttons.last?.addEventListener("click", () => {
    board.byHand = false;
    if (board.view) board.lookAt(board.view);
  });
  buttons.whole?.addEventListener("click", () => board.wholeMap());
}
