// @ts-check
/** Creates elements; text is never parsed as markup. */

/**
 * @param {string} tag @param {Record<string, string>} [attributes] @param {...(Node | string | null | undefined)} inside
 * @returns {HTMLElement}
 */
export function el(tag, attributes = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside.filter((child) => child !== null && child !== undefined).map((child) => /** @type {Node | string} */ (child)));
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} tag @param {Record<string, string | number>} attributes @param {...(Node | string)} inside @returns {SVGElement} */
export function svg(tag, attributes, ...inside) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...inside);
  return made;
}

/** An icon of the page's sprite; with a label it speaks for itself. @param {string} name @param {string} [label] */
export function icon(name, label = "") {
  /** @type {Record<string, string>} */
  const description = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return svg("svg", { class: "icon", ...description }, svg("use", { href: `#icon-${name}` }));
}

/** @type {Record<string, string>} the colour of each seat, by its letter */
const slots = JSON.parse(document.body.dataset.slots ?? "{}");

/** A seat's badge. @param {string} letter */
export function seat(letter) {
  const slot = slots[letter] ?? "x";
  const low = slot === "r";
  return svg("svg", { class: "seat", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("use", { href: `#seat-${slot}` }),
    svg("text", { class: `s-t t-${slot}${low ? " s-low" : ""}`, x: 12, y: low ? 19.6 : 16.3 }, letter));
}

/** A link to a clause. @param {string} game @param {string} id */
export function clause(game, id) {
  return el("a", { class: "clause", href: `/rules/${game}/${id}` }, id);
}

/** Whether a count takes the singular; in French 0 and 1 do. @param {string | number | undefined} count */
const isOne = (count) => (document.documentElement.lang === "fr" ? Math.abs(Number(count)) < 2 : Math.abs(Number(count)) === 1);

/**
 * The texts a page brought along for its scripts; `{count:=line/lines}` is the word that agrees with the count.
 * @param {string} key @param {Record<string, string | number>} [facts]
 */
export function say(key, facts = {}) {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)(?::=([^/}]*)\/([^}]*))?\}/g, (_, name, one, many) =>
    one === undefined ? String(facts[name] ?? "") : isOne(facts[name]) ? one : many);
}

const brought = document.getElementById("texts");
/** @type {Record<string, string>} */
const texts = brought ? JSON.parse(brought.textContent ?? "{}") : {};
