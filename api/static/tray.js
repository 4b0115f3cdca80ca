// @ts-check
/** Draws what can be tapped for an open spot: grids of values, number pads, ways to join painted edges. It knows no game. */

import { el, say } from "./dom.js";
import { picture, stepper } from "./controls.js";

/** @typedef {import("./inputs.js").StepCard} StepCard */
/** @typedef {import("./entry.js").Field} Field */
/** @typedef {import("./entry.js").Value} Value */

const PAD = "1234567890";
const FEW = 8; // ways to join edges that are shown at once
const LARGE = 4; // so few pictures are drawn larger
const WIDE = 8; // values side by side
const MANY = 30; // of more values those that cannot come are shown on request only
const LETTERS = 2.2; // a picture is as wide as so many letters for each time its height
const ROOM = 42; // letters that fit side by side on a phone
const PADDING = 3; // letters a button is wider than its text
const INLINE = 14; // so many values of a choice stay on the screen once one is chosen
const SHORT = 3; // letters of values of which more may stay
const NUMBERS = 36;

/** Whether the values of an input stay on the screen, the chosen one marked. @param {StepCard} card @param {Field} field */
export function isInline(card, field) {
  if (field.kind !== "pick" || field.digits || field.joins || field.spots?.length !== 1) return false;
  const values = card.entry.rows(field, 0).filter((row) => !row.more).flatMap((row) => row.values);
  return values.length <= INLINE || (values.length <= NUMBERS && values.every((value) => value.says.length <= SHORT));
}

/** Whether a value can go where the board was tapped. @param {StepCard} card @param {Field} field @param {Value} value */
function goesThere(card, field, value) {
  if (!card.near) return true;
  const after = card.entry.step.inputs.filter((input) => input.when?.some(({ input, among }) => input === field.name && among.includes(value.text)));
  return !after.length || after.some((input) => input.palettes?.[0]?.some((row) => row.values.some(({ text }) => text === card.near)));
}

/** What can be tapped for the open spot. @param {StepCard} card @param {{field: Field, at: number}} open @param {boolean} lit its places are lit on the board @returns {HTMLElement[]} */
export function tray(card, open, lit) {
  const { field, at } = open;
  if (at < 0) return field.kind === "counts" ? [] : joining(card, field);
  const rows = card.entry.rows(field, at);
  const tools = [];
  if (card.doubt) {
    const value = card.doubt;
    const anyway = el("button", { type: "button", class: "btn", "data-anyway": "", "data-id": "anyway" }, say("anyway"));
    anyway.addEventListener("click", () => card.put(field, at, value.text));
    tools.push(el("span", { class: "undetermined", role: "alert" }, say("none-left", { what: value.says })), anyway);
  }
  const rare = card.more ? undefined : rows.find((row) => row.more);
  if (rare) tools.push(tool("", () => ((card.more = true), card.changed()), "data-more", rare.says));
  if (card.entry.unseen(field, at) !== null && !(isInline(card, field) && field.chance === false)) tools.push(...unseenTools(card, field, at));
  card.tools.replaceChildren(...tools);
  if (isInline(card, field)) return [];
  if (lit && field.kind === "cells") return [el("p", { class: "hint" }, say("tap-lit"))];
  const palette = field.digits ? pad(card, field, at, rows) : rows.filter((row) => !row.more || card.more).map((row) => rowOf(card, field, at, row));
  return [el("div", { class: `palette k-${field.kind}`, role: "group", "aria-label": field.spots?.[at].says ?? field.says }, ...palette)];
}

/** @param {StepCard} card @param {Field} field @param {number} at */
function unseenTools(card, field, at) {
  const text = card.entry.unseen(field, at);
  const free = card.entry.spots(field).filter((spot) => card.entry.of(field).chosen[spot] === null);
  const rest = free.length > 2 || (field.joins && free.length > 1) ? [tool("rest-not-seen", () => {
    for (const spot of free) card.entry.of(field).chosen[spot] = card.entry.unseen(field, spot);
    card.put(field, free[0], card.entry.unseen(field, free[0]));
  }, "data-rest")] : [];
  return [tool("not-seen", () => card.put(field, at, text), "data-unseen"), ...rest];
}

/** @param {string} key @param {() => void} act @param {string} mark @param {string} [says] in other words than the key's */
function tool(key, act, mark, says) {
  const made = el("button", { type: "button", class: "btn", [mark]: "", "data-id": key || mark }, says ?? say(key));
  made.addEventListener("click", act);
  return made;
}

/** @param {StepCard} card @param {Field} field @param {number} at @param {import("./entry.js").Row} row @param {HTMLElement | null} [extra] one more button */
export function rowOf(card, field, at, row, extra = null) {
  const grid = row.values.some((value) => value.at);
  const few = row.values.length <= MANY || card.more || !card.entry.rows(field, at).some((list) => list.more);
  const values = row.values.filter((value) => goesThere(card, field, value) && (few || (card.entry.left(field, value, at) ?? 1) > 0));
  const made = el("div", { class: grid ? "vals grid" : "vals", ...(row.says ? { role: "group", "aria-label": row.says } : {}) });
  if (grid) {
    const first = Math.min(...row.values.map((value) => value.at?.[0] ?? 0));
    const top = Math.min(...row.values.map((value) => value.at?.[1] ?? 0));
    for (const value of row.values) {
      const button = valueButton(card, field, at, value);
      button.style.gridArea = `${(value.at?.[1] ?? 0) - top + 1} / ${(value.at?.[0] ?? 0) - first + 1}`;
      made.append(button);
    }
  } else {
    const letters = (/** @type {Value} */ value) => {
      const drawn = pictureLetters(card.taking.pictures[value.picture ?? ""]);
      return drawn + (value.named || !drawn ? value.says.length : 0);
    };
    const longest = Math.max(...values.map(letters));
    const columns = Math.max(1, Math.min(WIDE, Math.floor(ROOM / (longest + PADDING))));
    const count = values.length + (extra ? 1 : 0);
    const lines = Math.ceil(count / columns);
    if (values.length <= LARGE && field.kind === "pick") made.classList.add("large");
    made.style.setProperty("--columns", String(Math.ceil(count / lines)));
    made.append(...values.map((value) => valueButton(card, field, at, value)));
  }
  if (extra) made.append(extra);
  return made;
}

/** A choice that was not seen, next to its values. @param {StepCard} card @param {Field} field */
export function unseenChoice(card, field) {
  const text = field.chance === false ? card.entry.unseen(field, 0) : null;
  if (text === null) return null;
  const short = card.entry.rows(field, 0).every((row) => row.values.every((value) => value.says.length <= SHORT));
  const made = valueButton(card, field, 0, { text, says: short ? "?" : say("not-seen") });
  made.setAttribute("aria-label", say("not-seen"));
  made.setAttribute("data-unseen", "");
  return made;
}

/** How many letters a picture is as wide as; none without a picture. @param {string | undefined} drawn */
function pictureLetters(drawn) {
  const [, wide, high] = drawn?.match(/viewBox="\S+ \S+ (\S+) (\S+)"/) ?? [];
  return high ? Math.max(1, Math.floor((LETTERS * Number(wide)) / Number(high)) - 1) : 0;
}

/** @param {StepCard} card @param {Field} field @param {number} at @param {Value} value */
function valueButton(card, field, at, value) {
  const left = card.entry.left(field, value, at);
  const none = left !== null && left <= 0;
  const shown = picture(card.taking.pictures, value.picture);
  const named = shown && value.named;
  const count = left === null || left > 99 || value.uses?.length !== 1 ? null : el("small", { "aria-hidden": "true" }, String(Math.max(0, left)));
  const label = left === null ? value.says : `${value.says}, ${say("copies-left", { left: Math.max(0, left) })}`;
  /** @type {Record<string, string>} */
  const pressed = isInline(card, field) ? { "aria-pressed": String(card.entry.of(field).chosen[at] === value.text) } : {};
  const made = el("button", {
    type: "button", class: `val${none ? " none" : ""}${shown ? " pictured" : ""}${named ? " named" : ""}`, "data-field": field.name, "data-value": value.text, "data-id": `v${field.name}:${value.text}`, "aria-label": label, ...pressed,
  }, shown ?? value.says, named ? el("span", {}, value.says) : null, count);
  made.addEventListener("click", () => {
    if (none && card.doubt !== value) return (card.doubt = value), card.draw();
    card.put(field, at, value.text);
  });
  return made;
}

/** Digits, lit where a number that can still come goes on with them. @param {StepCard} card @param {Field} field @param {number} at @param {import("./entry.js").Row[]} rows */
function pad(card, field, at, rows) {
  const named = rows.filter((row) => row.says && !row.more);
  const values = rows.flatMap((row) => row.values);
  const possible = values.filter((value) => (card.entry.left(field, value, at) ?? 1) > 0);
  const begins = (/** @type {Value[]} */ all, /** @type {string} */ text) => all.filter((value) => value.text.startsWith(text));
  const keys = [...PAD].map((digit) => {
    const text = card.typed + digit;
    const lit = begins(possible, text).length > 0;
    const made = /** @type {HTMLButtonElement} */ (el("button", { type: "button", class: `val key${lit ? "" : " none"}`, "data-digit": digit, "data-id": `d${digit}` }, digit));
    made.disabled = !begins(values, text).length;
    made.addEventListener("click", () => typeDigit(card, field, at, lit ? possible : values, text));
    return made;
  });
  const exact = values.find((value) => value.text === card.typed);
  const back = /** @type {HTMLButtonElement} */ (tool("back-one", () => ((card.typed = card.typed.slice(0, -1)), card.changed()), "data-back-one"));
  back.disabled = !card.typed;
  back.classList.add("val", "key");
  const take = exact ? valueButton(card, field, at, exact) : null;
  take?.classList.add("take");
  return [...named.map((row) => rowOf(card, field, at, row)), el("div", { class: "vals keys" }, ...keys.slice(0, 5), back, ...keys.slice(5), take)];
}

/** @param {StepCard} card @param {Field} field @param {number} at @param {Value[]} values @param {string} text */
function typeDigit(card, field, at, values, text) {
  const fitting = values.filter((value) => value.text.startsWith(text));
  if (fitting.length !== 1 || fitting[0].text !== text) return (card.typed = text), (card.doubt = null), card.changed();
  const left = card.entry.left(field, fitting[0], at);
  if (left !== null && left <= 0) return (card.doubt = fitting[0]), (card.typed = text), card.draw();
  card.put(field, at, text);
}

/** How painted edges are joined, and what is printed on the parts. @param {StepCard} card @param {Field} field @returns {HTMLElement[]} */
function joining(card, field) {
  const ways = card.entry.joins(field).map((way, at) => {
    const made = el("button", { type: "button", class: "val pictured", "data-join": String(at), "data-id": `j${at}`, "aria-label": way.says }, picture(card.taking.pictures, way.picture) ?? way.says);
    made.addEventListener("click", () => {
      card.entry.of(field).join = at;
      card.changed();
    });
    return made;
  });
  const few = card.more ? ways : ways.slice(0, FEW);
  if (ways.length > few.length) card.tools.append(tool("more-ways", () => ((card.more = true), card.draw()), "data-more"));
  return [el("div", { class: "palette joins", role: "group", "aria-label": say("how-joined") }, el("div", { class: "vals" }, ...few))];
}

/** The signs on the parts of a face that is joined. @param {StepCard} card @param {Field} field */
export function signSteppers(card, field) {
  const way = card.entry.isBlank(field) ? null : card.entry.joined(field);
  if (!way?.parts.length) return null;
  const kept = card.entry.of(field);
  const signs = (kept.signs ??= way.parts.map(() => 0));
  return el("div", { class: "split signs" }, ...way.parts.map((part, at) =>
    stepper(part.says, signs[at], part.most, (now) => ((signs[at] = now), card.changed()), { fill: (now) => (now < part.most ? now + 1 : 0), id: `sign${at}` })));
}
