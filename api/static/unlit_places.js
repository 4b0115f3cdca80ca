// @ts-check
/** A place on the board that is not lit can be tapped, too: the value it stands for, and what the rules say to it. It knows no game. */

import { clause, el, icon, say } from "./dom.js";

/** @typedef {import("./entry.js").Value} Value */

const { game = "", help = "on" } = document.body.dataset;

/** What a text looks like, whatever its figures and letters: places of one kind look alike. @param {string} text */
const shape = (text) => text.replace(/-?\d+/g, "0").replace(/[a-z]+/gi, "a");
/** A key without the kind of thing that lies there: an empty cell and a tile on it are one place. @param {string} key */
const placeIn = (key) => key.slice(key.indexOf(":") + 1);

/**
 * The value of a place that looks like those that are lit.
 * @param {Value[]} lit @param {string[]} parts that were tapped, the uppermost first @returns {Value | null}
 */
export function unlitValue(lit, parts) {
  for (const value of lit)
    for (const key of value.keys ?? []) {
      const [whole, own] = [placeIn(key), value.text.replaceAll(",", ":")]; // a key has no commas
      if (!whole.endsWith(own)) continue;
      const before = whole.slice(0, whole.length - own.length);
      for (const part of parts) {
        const place = placeIn(part);
        const rest = place.slice(before.length);
        const text = value.text.includes(",") ? rest.replaceAll(":", ",") : rest;
        if (place.startsWith(before) && shape(text) === shape(value.text)) return { text, says: text, keys: [part], unlit: help === "on" };
      }
      return null;
    }
  return null;
}

/**
 * What the rules say to a line that was tapped on an unlit place, and the way on.
 * @param {any} found the finding @param {{other: () => void, anyway: () => void}} acts
 */
export function refusal(found, acts) {
  const cited = clause(game, found.clause);
  cited.setAttribute("target", "_blank");
  const button = (/** @type {string} */ key, /** @type {() => void} */ act, /** @type {string} */ look) => {
    const made = el("button", { type: "button", class: `btn big ${look}`, [`data-${key}`]: "", "data-id": key }, say(key));
    made.addEventListener("click", act);
    return made;
  };
  return el("div", { class: `goes unlawful ${found.verdict}`, role: "alert" },
    el("div", { class: "why" }, icon(found.verdict), el("div", {}, el("b", {}, say("not-allowed-here", { says: found.says })), el("p", {}, found.rule, " ", cited))),
    el("p", { class: "small dim" }, say("if-it-happened")),
    el("div", { class: "row two" }, button("choose-other", acts.other, ""), button("record-anyway", acts.anyway, "anyway")));
}
