// @ts-check
/** A listbox of completions for the typed line, for touch, arrow keys and screen readers. */

import { el, say } from "./dom.js";

/**
 * @typedef {{value: string, word: string, rest: string, says: string}} Way
 * @param {HTMLInputElement} typed @param {(value: string) => void} take
 */
export function choosing(typed, take) {
  const list = /** @type {HTMLElement} */ (document.getElementById("ty-list"));
  const status = /** @type {HTMLElement} */ (document.querySelector("[data-goon]"));
  /** @type {Way[]} */ let ways = [];
  let active = -1;

  /** @param {number} to */
  function move(to) {
    active = to;
    for (const [i, option] of [...list.children].entries()) option.setAttribute("aria-selected", String(i === active));
    if (active < 0) return typed.removeAttribute("aria-activedescendant");
    typed.setAttribute("aria-activedescendant", `ty-${active}`);
    list.children[active].scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {Way[]} found */
  function show(found) {
    const fewer = !found.length !== !ways.length || found.length !== ways.length;
    ways = found;
    list.replaceChildren(...ways.map((way, i) => option(way, i)));
    list.hidden = !ways.length;
    typed.setAttribute("aria-expanded", String(ways.length > 0));
    if (fewer) status.textContent = ways.length ? say("go-on-count", { count: ways.length }) : "";
    move(-1);
  }

  /** @param {Way} way @param {number} i */
  function option(way, i) {
    const made = el("li", { role: "option", id: `ty-${i}`, "aria-selected": "false" },
      el("b", {}, way.word), way.says ? el("small", {}, way.says) : null);
    made.addEventListener("pointerdown", (event) => event.preventDefault()); // the box keeps the focus
    made.addEventListener("click", () => take(way.value));
    return made;
  }

  // until the server answers, only what still goes on from here
  typed.addEventListener("input", () => show(ways.filter((way) => way.value.toLowerCase().startsWith(typed.value.toLowerCase()))));

  typed.addEventListener("keydown", (event) => {
    if (!ways.length) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const atEnd = typed.selectionStart === typed.value.length;
    if (step) move(((active + 1 + step + ways.length + 1) % (ways.length + 1)) - 1);
    else if (event.key === "Escape") show([]);
    else if (event.key === "Enter" && active >= 0) take(ways[active].value);
    else if (event.key === "ArrowRight" && atEnd && active < 0 && ways[0].rest) take(ways[0].value);
    else return;
    event.preventDefault();
  });
  return { show };
}
