// @ts-check
/** Pins the findings above the slider: an icon with its sentence at the line it is about. */

import { svg } from "./dom.js";

/** @typedef {{place: number, kind: string, says: string}} Mark */

/** Half of a slider's thumb, which its first and last place keep from the edges. */
const EDGE = 8;

/**
 * @param {HTMLElement} where @param {Mark[]} marks @param {number[]} rounds the places where a round begins
 * @returns {(last: number, upTo: number) => void} puts them where they belong while the slider ends at `last`
 */
export function pinned(where, marks, rounds) {
  const drawn = svg("svg", { class: "marks", role: "img", "aria-label": marks.map((mark) => mark.says).join("; ") || "–" });
  const ticks = rounds.map((place) => at(place, svg("path", { class: "tick", d: "M0 20V28" })));
  const pins = marks.map((mark) => at(mark.place, svg("g", { class: mark.kind },
    svg("title", {}, mark.says), svg("path", { class: "pinl", d: "M0 16V28" }),
    svg("use", { class: "pinicon", href: `#icon-${mark.kind}`, x: -8, y: 0, width: 16, height: 16 }))));
  drawn.append(...ticks.map((drawing) => drawing.part), ...pins.map((drawing) => drawing.part));
  where.replaceChildren(drawn);
  let [end, reached] = [-1, -1];
  return (last, upTo) => {
    for (const { place, part } of upTo === reached ? [] : [...ticks, ...pins]) part.toggleAttribute("data-ahead", place > upTo);
    for (const { place, part } of last === end ? [] : [...ticks, ...pins]) {
      const share = place / Math.max(1, last);
      part.setAttribute("x", `${(100 * share).toFixed(2)}%`);
      part.firstElementChild?.setAttribute("transform", `translate(${(EDGE * (1 - 2 * share)).toFixed(1)} 0)`);
    }
    [end, reached] = [last, upTo];
  };
}

/** @param {number} place @param {SVGElement} inside */
function at(place, inside) {
  return { place, part: svg("svg", { class: "pinned" }, svg("g", {}, inside)) };
}
