// @ts-check
/** Controls that inputs share: pictures from the server, steppers, and amounts by kind. They know no game. */

import { el, say } from "./dom.js";

/** @typedef {import("./entry.js").Entry} Entry */
/** @typedef {import("./entry.js").Field} Field */
/** @typedef {import("./entry.js").Value} Value */

/** @type {Map<string, Node>} */ const drawn = new Map();

/** A picture the server sent. @param {Record<string, string>} pictures @param {string | undefined} name */
export function picture(pictures, name) {
  if (!name || !pictures[name]) return null;
  if (!drawn.has(name)) drawn.set(name, new DOMParser().parseFromString(pictures[name], "image/svg+xml").documentElement);
  const made = /** @type {SVGElement} */ (document.importNode(/** @type {Node} */ (drawn.get(name)), true));
  made.setAttribute("class", "gf piece");
  made.setAttribute("aria-hidden", "true");
  return made;
}

/**
 * A number with a button on each side. A tap on its name sets it to what `fill` gives.
 * @param {string} label @param {number} value @param {number} most @param {(now: number) => void} changed @param {{fill: (now: number) => number, id: string, sub?: string, before?: string, least?: number}} [named]
 */
export function stepper(label, value, most, changed, named) {
  const out = el("output", {}, String(value), named?.sub ? el("i", {}, named.sub) : null, named?.before ? el("del", {}, named.before) : null);
  const step = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ says, /** @type {boolean} */ off) => {
    const made = /** @type {HTMLButtonElement} */ (el("button", { type: "button", "aria-label": `${label}: ${say(says)}`, ...(named ? { "data-id": `${named.id}${sign}` } : {}) }, sign));
    made.disabled = off;
    made.addEventListener("click", () => changed(value + by));
    return made;
  };
  const name = named ? el("button", { type: "button", class: "name", "data-fill": named.id, "data-id": named.id }, el("small", {}, label), out) : out;
  if (named) name.addEventListener("click", () => changed(named.fill(value)));
  return el("span", { class: named ? "step named" : "step", role: "group", "aria-label": label }, step(-1, "−", "less", value <= (named?.least ?? 0)), name, step(1, "+", "more", value >= most));
}

/**
 * Amounts by kind. A tap on a name gives what is still due of it; where any total within bounds will do, one more.
 * Once an exact total is paid, one more of a kind is one less of the kind of which most is given.
 * @param {Entry} entry @param {Field} field @param {Record<string, import("./entry.js").Kept> | null} was what a line held that is fixed @param {() => void} changed
 */
export function amounts(entry, field, was, changed) {
  const counts = (entry.of(field).counts ??= {});
  const values = field.palettes?.[0]?.flatMap((row) => row.values) ?? [];
  const { sum, least, most } = entry.total(field);
  const made = values.map((value) => {
    const has = value.most ?? most;
    const now = counts[value.text] ?? 0;
    const room = Math.min(has - now, most - sum);
    const fill = () => now + Math.max(0, least < most ? Math.min(1, room) : room);
    const old = was ? was[field.name]?.counts?.[value.text] ?? 0 : now;
    const rich = values.filter((one) => one !== value).sort((one, other) => (counts[other.text] ?? 0) - (counts[one.text] ?? 0))[0];
    const swaps = least === most && sum === most && has > now && (counts[rich?.text] ?? 0) > 0;
    const set = (/** @type {number} */ count) => {
      if (swaps && count > now) counts[rich.text] -= 1;
      counts[value.text] = count;
      changed();
    };
    return stepper(value.says, now, now + (swaps ? 1 : Math.max(0, room)), set, { fill, id: `${field.name}:${value.text}`, sub: has < most || least === most ? `/${has}` : "", before: old === now ? "" : String(old) });
  });
  return el("div", { class: "split", role: "group", "aria-label": field.says }, ...made);
}
