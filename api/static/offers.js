// @ts-check
/** What may be done now, as cards: one tap where nothing is open, steppers and lists where something is. It knows no game. */

import { el, say, seat } from "./dom.js";
import { fields, isAsked } from "./fields.js";
import { narrowedTo, touches } from "./narrowing.js";
import { secretCard, untold } from "./secrets.js";

/** @typedef {{value: any, says: string, most: number | null, keys?: string[]}} Value */
/** @typedef {{name: string, kind: string, least: number | null, most: number | null, values: Value[], says: string}} Open */
/** @typedef {{seat: string | null, text: string, action: any, says: string, open: Open[], unsure: string[], keys?: string[]}} Choice */
/** @typedef {{deed: string, verb: string, kind: string, says: string, choices: Choice[]}} Deed */
/** @typedef {{action: any, says: string, sure: boolean, once?: boolean}} Chosen what a card records; not sure where a sum does not come out; `once`: by one tap */
/**
 * @typedef {{record: (chosen: Chosen) => void, foresee: (action: any) => Promise<any>, type: (text: string) => void,
 *   often: (verb: string) => number, was: any, label: string}} Taking
 * `was` is the action that is fixed, `label` the words of the button.
 */

const SEVERAL = 6; // so many closed choices are buttons each; more are a list
const WAIT = 120; // milliseconds after the last step before a sentence is asked for

/**
 * @param {Deed[]} deeds @param {string[]} narrowed the keys of the board that were tapped, if any @param {Taking} taking
 * @returns {HTMLElement[]}
 */
export function cards(deeds, narrowed, taking) {
  const made = inOrder(deeds, taking).flatMap((deed) => cardsOf(deed, narrowed, taking));
  return made.length ? made : [nothing()];
}

/** What is done with one tap first, so that it is never scrolled away; then what this table does most. @param {Deed[]} deeds @param {Taking} taking */
function inOrder(deeds, taking) {
  const rank = (/** @type {Deed} */ deed) => (deed.choices.some((one) => one.open.length) || deed.choices.length > SEVERAL ? 1 : 0);
  return deeds.slice().sort((a, b) => rank(a) - rank(b) || taking.often(b.verb) - taking.often(a.verb));
}

/** @param {Deed} deed @param {string[]} narrowed @param {Taking} taking @returns {HTMLElement[]} */
function cardsOf(deed, narrowed, taking) {
  const choices = deed.choices.filter((choice) => touches(choice, narrowed));
  const closed = choices.every((choice) => !choice.open.length);
  if (closed && choices.length <= SEVERAL)
    return choices.map((choice) => (untold(choice).length ? secretCard(choice, taking) : oneTap(choice, taking)));
  return choices.length ? [card(deed, choices, narrowed, taking)] : [];
}

/** @param {Choice} choice @param {Taking} taking */
function oneTap(choice, taking) {
  const button = el("button", { class: "offer one", type: "button", "data-record": "" },
    el("span", {}, sentence(choice, choice.says), unsure(choice)));
  button.addEventListener("click", () => taking.record({ action: choice.action, says: choice.says, sure: true, once: true }));
  return el("li", { class: "once" }, button);
}

/** @param {Choice} choice @param {string} says */
export const sentence = (choice, says) => el("b", {}, choice.seat ? seat(choice.seat) : null, choice.seat ? " " : "", says);

/** @param {Choice} choice */
const unsure = (choice) => (choice.unsure.length ? el("small", { class: "undetermined" }, choice.unsure.join(" · ")) : null);

/** @param {Deed} deed @param {Choice[]} choices @param {string[]} narrowed @param {Taking} taking */
function card(deed, choices, narrowed, taking) {
  const head = el("span", { class: "says" });
  const controls = el("span", { class: "fields" });
  const go = /** @type {HTMLButtonElement} */ (el("button", { class: "btn primary", type: "button", "data-record": "" }, say(taking.label)));
  const fixed = narrowed.length ? -1 : choices.findIndex((one) => fits(one, taking.was));
  let choice = choices[Math.max(0, fixed)];
  let action = narrowedTo(choice, narrowed);
  let says = choice.says;
  let right = true;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let soon;

  const tell = () => head.replaceChildren(sentence(choice, says), unsure(choice) ?? "");
  const changed = () => {
    says = replaced(choice, action);
    tell();
    clearTimeout(soon);
    soon = setTimeout(foresee, WAIT);
  };
  const foresee = async () => {
    const asked = JSON.stringify(action);
    const told = await taking.foresee(action);
    if (!told || JSON.stringify(action) !== asked) return;
    says = told.says;
    tell();
  };
  const fill = () => {
    const before = fixed >= 0 && choice === choices[fixed];
    action = before ? structuredClone(taking.was) : narrowedTo(choice, narrowed);
    right = true;
    const chance = deed.kind !== "choice" && !before;
    go.disabled = chance && choice.open.some(isAsked);
    controls.replaceChildren(...fields(choice.open, action, (fits, whole) => {
      right = fits;
      go.disabled = !whole;
      changed();
    }, chance), go);
    if (JSON.stringify(action) === JSON.stringify(choice.action)) {
      says = go.disabled ? deed.says : choice.says;
      tell();
    } else changed();
  };
  go.addEventListener("click", () => taking.record({ action: structuredClone(action), says, sure: right }));
  const ways = choices.map((one, i) => el("option", { value: String(i) }, outlined(one)));
  const which = ways.length > 1 ? el("select", { "aria-label": deed.says }, ...ways) : null;
  which?.addEventListener("change", () => {
    choice = choices[/** @type {HTMLSelectElement} */ (which).selectedIndex];
    fill();
  });
  if (which && fixed > 0) /** @type {HTMLSelectElement} */ (which).selectedIndex = fixed;
  fill();
  const typing = deed.kind === "choice" ? null : example(() => choice.text, taking);
  return el("li", { class: "offer", "data-deed": deed.deed }, head, which, controls, typing);
}

/** Whether an offer differs from an action only in what is open. @param {Choice} choice @param {any} action */
function fits(choice, action) {
  const open = choice.open.map((one) => one.name);
  const same = (/** @type {string} */ name) => JSON.stringify(choice.action[name]) === JSON.stringify(action[name]);
  return Boolean(action) && Object.keys({ ...choice.action, ...action }).every((name) => open.includes(name) || same(name));
}

/** Of what chance brought there are only examples: what really came can be typed. @param {() => string} text @param {Taking} taking */
function example(text, taking) {
  const type = el("button", { class: "btn quiet", type: "button" }, say("type-it"));
  type.addEventListener("click", () => taking.type(text()));
  return el("span", { class: "row apart" }, el("small", {}, say("example")), type);
}

/** A choice without what is still open of it. @param {Choice} choice */
function outlined(choice) {
  const values = choice.open.filter((open) => open.kind === "one-of" && open.values.length > 1)
    .map((open) => open.values.find((one) => JSON.stringify(one.value) === JSON.stringify(choice.action[open.name]))?.says ?? "");
  return values.reduce((says, value) => (value && says.split(value).length === 2 ? says.replace(value, "…") : says), choice.says);
}

/** The sentence at once, where a value can simply be put in another's place; the server's own follows. @param {Choice} choice @param {any} action */
function replaced(choice, action) {
  let says = choice.says;
  for (const open of choice.open) {
    const called = (/** @type {any} */ value) => open.kind === "between" ? String(value)
      : open.values.find((one) => JSON.stringify(one.value) === JSON.stringify(value))?.says ?? "";
    const [old, fresh] = [called(choice.action[open.name]), called(action[open.name])];
    if (old && fresh && says.split(old).length === 2) says = says.replace(old, () => fresh);
  }
  return says;
}

/** Nothing is to be done here: it is said whose turn it is, where that is another's. */
function nothing() {
  const { acting = "", seat: own = "", names = "{}" } = document.body.dataset;
  if (!own || !acting || acting === own) return el("li", { class: "dim" }, say("nothing"));
  const name = JSON.parse(names)[acting] ?? acting;
  return el("li", { class: "awaited" }, seat(acting), el("b", {}, say("turn-of", { name })), el("span", { class: "dim" }, say("meanwhile-you")));
}
