// @ts-check
/** The open fields of an offer: one of some values, a number within bounds, a sum to be split. It knows no game. */

import { el, say } from "./dom.js";

/** @typedef {import("./offers.js").Open} Open */

const SHORT = 14; // letters up to which values are buttons side by side
const FEW = 4;
const TINY = 6; // letters of values that many buttons show
const MANY = 42;
const NUMBERS = 28; // so many numbers are buttons; more are stepped through

/**
 * The controls; they change the action in place. What chance brings is asked for: nothing is chosen before it is tapped.
 * @param {Open[]} all @param {any} action @param {(fits: boolean, whole: boolean) => void} changed @param {boolean} chance @returns {HTMLElement[]}
 */
export function fields(all, action, changed, chance) {
  /** @type {Map<string, boolean>} */ const fits = new Map();
  const missing = new Set(chance ? all.filter(isAsked).map((open) => open.name) : []);
  const tell = (/** @type {string} */ name, good = true) => {
    fits.set(name, good);
    missing.delete(name);
    changed([...fits.values()].every(Boolean), !missing.size);
  };
  return all.map((open) => {
    if (open.kind === "one-of") return oneOf(open, action, () => tell(open.name), missing.has(open.name));
    if (open.kind === "between") return between(open, action, () => tell(open.name));
    return split(open, action, (good) => tell(open.name, good));
  });
}

/** A stepper. @param {string} label @param {number} value @param {number} least @param {number} most @param {(now: number) => void} changed */
export function stepper(label, value, least, most, changed) {
  const out = el("output", {}, String(value));
  const less = /** @type {HTMLButtonElement} */ (el("button", { type: "button", "aria-label": `${label}: ${say("less")}` }, "−"));
  const more = /** @type {HTMLButtonElement} */ (el("button", { type: "button", "aria-label": `${label}: ${say("more")}` }, "+"));
  const show = () => {
    out.textContent = String(value);
    less.disabled = value <= least;
    more.disabled = value >= most;
  };
  const by = (/** @type {number} */ step) => () => {
    value = Math.max(least, Math.min(most, value + step));
    show();
    changed(value);
  };
  less.addEventListener("click", by(-1));
  more.addEventListener("click", by(1));
  show();
  return el("span", { class: "step", role: "group", "aria-label": label }, less, out, more);
}

/** Whether there is something to choose. @param {Open} open */
export const isAsked = (open) => open.kind === "one-of" && open.values.length > 1;

/** @param {Open} open @param {any} action @param {() => void} changed @param {boolean} asked nothing is chosen yet */
function oneOf(open, action, changed, asked) {
  const same = (/** @type {any} */ one) => !asked && JSON.stringify(one.value) === JSON.stringify(action[open.name]);
  const called = open.values.map((one) => one.says || (one.value?.length ? String(one.value) : say("without", { what: open.says.split(/\s*:/)[0] })));
  if (open.values.length < 2) return el("span", { class: "vh" }, called[0] ?? "");
  if (open.values.length <= FEW && called.every((says) => says.length <= SHORT)) {
    const buttons = open.values.map((one, i) => {
      const made = el("button", { type: "button", "aria-pressed": String(same(one)) }, called[i]);
      made.addEventListener("click", () => {
        action[open.name] = one.value;
        for (const other of buttons) other.setAttribute("aria-pressed", String(other === made));
        changed();
      });
      return made;
    });
    return el("span", { class: "switch", role: "group", "aria-label": open.says }, ...buttons);
  }
  if (open.values.length <= MANY && called.every((says) => says.length <= TINY)) return manyButtons(open, called, action, changed, same);
  const values = called.map((says, i) => el("option", { value: String(i) }, says));
  const blank = asked ? [el("option", { value: "", disabled: "", selected: "" }, say("choose"))] : [];
  const made = /** @type {HTMLSelectElement} */ (el("select", { "aria-label": open.says }, ...blank, ...values));
  made.selectedIndex = asked ? 0 : Math.max(0, open.values.findIndex(same));
  made.addEventListener("change", () => {
    action[open.name] = open.values[Number(made.value)].value;
    changed();
  });
  return made;
}

/**
 * Many short values: a grid of buttons, one tap each.
 * @param {Open} open @param {string[]} called @param {any} action @param {() => void} changed @param {(one: any) => boolean} same
 */
function manyButtons(open, called, action, changed, same) {
  const buttons = open.values.map((one, i) => {
    const made = el("button", { type: "button", class: "val", "aria-pressed": String(same(one)) }, called[i]);
    made.addEventListener("click", () => {
      action[open.name] = one.value;
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === made));
      changed();
    });
    return made;
  });
  return el("span", { class: "vals many", role: "group", "aria-label": open.says }, ...buttons);
}

/** @param {Open} open @param {any} action @param {() => void} changed */
function between(open, action, changed) {
  const now = Number(action[open.name] ?? open.least ?? 0);
  const numbers = Array.from({ length: (open.most ?? 99) - (open.least ?? 0) + 1 }, (_, at) => (open.least ?? 0) + at);
  if (numbers.length <= NUMBERS) {
    const values = numbers.map((value) => ({ value, says: String(value), most: null }));
    return manyButtons({ ...open, values }, numbers.map(String), action, changed, (one) => one.value === now);
  }
  return stepper(open.says, now, open.least ?? 0, open.most ?? 99, (value) => {
    action[open.name] = value;
    changed();
  });
}

/** A sum in parts, and how much of it is still to give. @param {Open} open @param {any} action @param {(fits: boolean) => void} changed */
function split(open, action, changed) {
  const given = new Map((action[open.name] ?? []).map((/** @type {any} */ pair) => [JSON.stringify(pair[0]), Number(pair[1])]));
  const [least, most] = [open.least ?? 0, open.most ?? 99];
  const left = el("small", { class: "left", role: "status" });
  const sum = () => [...given.values()].reduce((all, one) => all + one, 0);
  const tell = () => {
    const all = sum();
    left.className = all < least || all > most ? "left undetermined" : "left lawful";
    left.textContent = all < least ? say("to-give", { left: least - all }) : all > most ? say("too-much", { over: all - most }) : say("enough");
  };
  const parts = open.values.map((one) => {
    const key = JSON.stringify(one.value);
    const called = one.says.replace(/^\d+\s*|\s*\d+$/g, "");
    return el("span", { class: "part" }, el("small", {}, called), stepper(called, given.get(key) ?? 0, 0, one.most ?? most, (value) => {
      given.set(key, value);
      action[open.name] = open.values.map((each) => [each.value, given.get(JSON.stringify(each.value)) ?? 0]).filter((pair) => pair[1] > 0);
      tell();
      changed(sum() >= least && sum() <= most);
    }));
  });
  tell();
  return el("span", { class: "split" }, ...parts, left);
}
