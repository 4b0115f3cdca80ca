// @ts-check
/** Suggestions for an unreadable line: the probable line, what could stand there, and one example. */

import { el, say } from "./dom.js";

const FEW = 8;

/**
 * @param {HTMLElement} where @param {string} typed @param {any} found
 * @param {{take?: (value: string) => void, record?: (text: string) => void}} does
 */
export function showSuggestion(where, typed, found, does) {
  where.hidden = !found;
  if (!found) return where.replaceChildren();
  const button = (/** @type {string} */ label, /** @type {string} */ kind, /** @type {() => void} */ act) => {
    const made = el("button", { class: `btn ${kind}`, type: "button" }, label);
    made.addEventListener("click", act);
    return made;
  };
  const example = found.example ? el("p", { class: "small" }, say("for-example"), " ", el("code", {}, found.example)) : null;
  if (found.choices.length) {
    const meanings = found.choices.map((/** @type {any[]} */ lines) =>
      el("li", {}, button(lines.map((line) => line.text).join(" + "), "code", () => does.take?.(lines.map((line) => line.text).join(" then "))),
        el("small", {}, lines.map((line) => line.says).join(" · "))));
    return where.replaceChildren(el("p", {}, say("two-meanings")), el("ul", {}, ...meanings));
  }
  const broken = typedWith(typed, found.broke);
  if (!found.text) return where.replaceChildren(el("p", {}, say("not-read"), " ", broken), ...(example ? [example] : []));
  const others = found.instead.slice(0, FEW).map((/** @type {any} */ word) => button(word.word, "code", () => does.take?.(word.text)));
  where.replaceChildren(
    el("p", {}, broken),
    el("p", {}, say("did-you-mean"), " ", marked(found.text, found.instead[0]?.text ?? found.text), el("small", {}, found.says)),
    others.length ? el("p", { class: "small" }, say("or-here")) : "",
    others.length ? el("div", { class: "row" }, ...others) : "",
    found.example && found.example !== found.text && example ? example : "",
    does.record ? button(say("yes-record"), "primary", () => does.record?.(found.text)) : "");
}

/** A line with the word marked in which another differs from it. @param {string} text @param {string} other */
function marked(text, other) {
  const words = other.split(" ");
  return el("code", {}, ...text.split(" ").flatMap((word, i) => [i ? " " : "", word === words[i] ? word : el("u", {}, word)]));
}

/** What was typed, with the part marked where it broke. @param {string} text @param {{from: number, to: number} | null} broke */
function typedWith(text, broke) {
  if (!broke || broke.from === broke.to) return el("span", { class: "dim" }, text);
  return el("span", { class: "dim" }, text.slice(0, broke.from), el("mark", {}, text.slice(broke.from, broke.to)), text.slice(broke.to));
}
