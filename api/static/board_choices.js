// @ts-check
/** Marks what can be chosen on the board and chooses it on a tap. It knows no game: values name keys of the drawing. */

import { svg } from "./dom.js";
import { samePlace } from "./board_keys.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./entry.js").Value} Value */

const MARGIN = 0.5; // cells around what is lit, where the map is moved to show it
const LARGE = 44; // pixels a lit cell should measure
const LEAST = 8; // pixels below which a part of the drawing cannot be tapped

export class Lights {
  /** @param {Board} board @param {import("./board_tabs.js").Tabs} tabs */
  constructor(board, tabs) {
    this.board = board;
    this.tabs = tabs;
    /** @type {SVGElement[]} */ this.lit = [];
    /** the values that were brought into sight last */ this.brought = "";
    /** @type {Element[]} the parts that were brought into sight last */ this.parts = [];
  }

  clear() {
    for (const light of this.lit) light.remove();
    this.lit = [];
  }

  /** The part of the drawing for each value; nothing where one has none, or shares it with another. @param {Value[]} values @returns {Map<string, SVGGraphicsElement> | null} */
  places(values) {
    /** @type {Map<string, SVGGraphicsElement>} */ const found = new Map();
    const ids = [...this.board.parts.keys()];
    for (const value of values) {
      const key = value.keys?.find((place) => this.board.parts.has(place)) ?? ids.find((id) => value.keys?.some((place) => samePlace(id, place)));
      const part = key ? /** @type {SVGGraphicsElement | null} */ (this.board.part(key)) : null;
      if (!part) return null;
      found.set(value.text, part);
    }
    const parts = [...new Set(found.values())];
    if (!found.size || parts.length < found.size) return null;
    this.tabs.follow(parts);
    return parts.every((part) => part.getBoundingClientRect().width >= LEAST) ? found : null;
  }

  /**
   * Lights the places of values. @param {Map<string, SVGGraphicsElement>} places @param {Value[]} values @param {string | null} chosen @param {(text: string) => void} take
   * @param {SVGElement | null} piece drawn on the chosen one
   */
  show(places, values, chosen, take, piece) {
    const held = this.lit.includes(/** @type {any} */ (document.activeElement)) ? document.activeElement?.getAttribute("data-light") : null;
    this.clear();
    // all places are measured before the first light changes the drawing, so that it is laid out once
    const measured = values.flatMap((value) => {
      const part = places.get(value.text);
      return part ? [{ value, place: this.measure(part) }] : [];
    });
    for (const { value, place } of measured) this.lit.push(this.light(place, value, value.text === chosen, () => take(value.text), piece));
    if (held !== null) this.lit.find((light) => light.getAttribute("data-light") === held)?.focus();
    const all = values.map((value) => value.text).join(" ");
    if (all !== this.brought) this.bring([...places.values()]);
    this.brought = all;
  }

  /** Where a part of the drawing lies. @param {SVGGraphicsElement} part */
  measure(part) {
    const ground = /** @type {SVGGraphicsElement} */ (this.board.map?.contains(part) ? this.board.map : this.board.svg);
    const { x, y, width, height } = part.getBBox();
    const matrix = /** @type {DOMMatrix} */ (ground.getScreenCTM()).inverse().multiply(/** @type {DOMMatrix} */ (part.getScreenCTM()));
    const { height: seen } = part.getBoundingClientRect();
    const more = Math.max(0, (LARGE / Math.max(1, seen) - 1) * height / 2); // a low strip is easier to hit than it looks
    return { ground, box: { x, y, width, height }, matrix, more };
  }

  /** @param {ReturnType<Lights["measure"]>} place @param {Value} value @param {boolean} chosen @param {() => void} take @param {SVGElement | null} piece */
  light({ ground, box, matrix, more }, value, chosen, take, piece) {
    const { x, y, width, height } = box;
    const made = svg("g", {
      class: `lit${chosen ? " chosen" : ""}${value.unlit ? " unlit" : ""}`, role: "button", tabindex: 0, "aria-label": value.says, "aria-pressed": String(chosen), "data-light": value.text,
      transform: `matrix(${[matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f].join(" ")})`,
    }, ...(width > 2 * height ? [svg("rect", { class: "reach", x, y: y - more, width, height: height + 2 * more })] : []),
    svg("rect", { x, y, width, height, rx: Math.min(width, height) / 12 }), svg("circle", { cx: x + width / 2, cy: y + height / 2, r: Math.min(width, height) / 12 }));
    if (chosen && piece) {
      for (const [name, size] of Object.entries(box)) piece.setAttribute(name, String(size));
      made.prepend(piece);
    }
    made.addEventListener("click", (event) => (event.stopPropagation(), take()));
    made.addEventListener("keydown", (event) => {
      if (event.key !== " " && (event.key !== "Enter" || chosen)) return; // Enter on what is chosen records it
      event.preventDefault();
      event.stopPropagation();
      take();
    });
    ground.append(made);
    return made;
  }

  /** What is lit comes into sight: the map moves, or the stage scrolls. @param {Element[]} parts */
  bring(parts) {
    if (!parts.length) return;
    this.parts = parts;
    this.tabs.follow(parts);
    const { map, stage } = this.board;
    const inside = parts.filter((part) => map?.contains(part));
    if (map && inside.length && !this.board.byHand) this.fit(map, inside);
    const boxes = (inside.length && map ? [map] : parts).map((part) => part.getBoundingClientRect());
    const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
    const window = stage.getBoundingClientRect();
    if (top < window.top || bottom > window.bottom) stage.scrollTop += top - window.top - Math.max(0, (window.height - (bottom - top)) / 2);
  }

  /** @param {SVGSVGElement} map @param {Element[]} parts */
  fit(map, parts) {
    const inverse = /** @type {DOMMatrix} */ (map.getScreenCTM()).inverse();
    const corners = parts.flatMap((part) => {
      const box = part.getBoundingClientRect();
      return [new DOMPoint(box.left, box.top), new DOMPoint(box.right, box.bottom)].map((point) => point.matrixTransform(inverse));
    });
    const cell = Number(map.dataset.cell) || 0;
    const margin = MARGIN * cell;
    const [left, top] = [Math.min(...corners.map(({ x }) => x)) - margin, Math.min(...corners.map(({ y }) => y)) - margin];
    const [right, bottom] = [Math.max(...corners.map(({ x }) => x)) + margin, Math.max(...corners.map(({ y }) => y)) + margin];
    const [x, y, width, height] = this.board.view.split(" ").map(Number);
    const window = this.board.fills ? this.board.stage.getBoundingClientRect() : map.getBoundingClientRect();
    const most = Math.max(Math.min(window.width / width, window.height / height), LARGE / cell); // how large it is drawn
    const wide = Math.max(right - left, Math.min(width, window.width / most));
    const high = Math.max(bottom - top, Math.min(height, window.height / most));
    /** As near the middle as the map goes. @type {(middle: number, size: number, first: number, last: number) => number} */
    const begin = (middle, size, first, last) => Math.max(first, Math.min(last - size, middle - size / 2));
    this.board.lookAt([
      begin((left + right) / 2, wide, Math.min(x, left), Math.max(x + width, right)),
      begin((top + bottom) / 2, high, Math.min(y, top), Math.max(y + height, bottom)), wide, high,
    ].join(" "));
  }
}
