// @ts-check
/** A line with open values as a card: what was entered, what can be tapped, and the button that records it. It knows no game. */

import { read } from "./api.js";
import { el, say, seat } from "./dom.js";
import { Entry, joinTables } from "./entry.js";
import { picture } from "./controls.js";
import { place } from "./line_position.js";
import { entered, together } from "./spots.js";
import { signSteppers, tray } from "./tray.js";
import { samePlace } from "./board_keys.js";
import { refusal, unlitValue } from "./unlit_places.js";

/** @typedef {import("./entry.js").Field} Field */
/** @typedef {import("./entry.js").Step} Step */
/** @typedef {import("./entry.js").Value} Value */
/**
 * @typedef {{pictures: Record<string, string>, changed: (entry: Entry) => void, record: (entry: Entry, says: string, sure: boolean) => void,
 *   foresee: (line: string) => Promise<any>, light: (values: Value[], chosen: string | null, take: (text: string) => void, piece: SVGElement | null) => boolean, dark: () => void, look: (step: Step) => void,
 *   was: Record<string, import("./entry.js").Kept> | null, label: string}} Taking
 * `was` is what the line held that is fixed.
 */

const WAIT = 150; // milliseconds after the last tap before the sentence is asked for
/** @type {Set<string>} ways to join edges that are on their way */ const asked = new Set();

/** A line with open values, as a card that asks for them one after the other. */
export class StepCard {
  /** @param {Step} step @param {Record<string, import("./entry.js").Kept>} kept @param {Taking} taking */
  constructor(step, kept, taking) {
    this.entry = new Entry(step, kept);
    this.taking = taking;
    this.typed = "";
    /** @type {{field: Field, at: number} | null} what is asked for, if not the first that is missing */
    this.wish = null;
    /** @type {Value | null} of which no copy is left */ this.doubt = null;
    this.more = false;
    this.touched = false;
    /** the place on the board that was tapped before it was known what goes there */ this.near = "";
    /** @type {{line: string, answer: any} | null} */ this.foreseen = null;
    /** @type {Field | null} the input whose places are lit on the board */ this.lit = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */ this.soon = undefined;
    this.tools = el("div", { class: "row tools" });
    this.made = el("li", { class: "offer enter", "data-step": step.deed });
    this.entry.fillUsual();
    /** the line as it was, where one is fixed */ this.before = taking.was ? new Entry(step, structuredClone(taking.was)).line() : "";
    this.draw();
    this.foresee();
  }

  /** The ways to join the edges that were just painted. @param {string} where */
  async load(where) {
    if (asked.has(where)) return;
    asked.add(where);
    const found = await read(where).catch(() => null);
    asked.delete(where);
    joinTables.set(where, found?.joins ?? []); // without an answer the face is left out
    Object.assign(this.taking.pictures, found?.pictures);
    this.draw();
    this.later();
  }

  /** @returns {{field: Field, at: number} | null} */
  open() {
    const wish = this.wish && this.entry.asked().includes(this.wish.field) ? this.wish : null;
    return wish ?? this.entry.next() ?? this.firstFixed();
  }

  /** A line that is fixed begins with what it was opened for, else with what was not seen, else with its first value. @returns {{field: Field, at: number} | null} */
  firstFixed() {
    if (!this.taking.was || this.touched) return null;
    const asked = this.entry.asked();
    const isOpen = (/** @type {Field} */ field, /** @type {number} */ at) => [null, this.entry.unseen(field, at)].includes(this.entry.of(field).chosen[at]);
    const openSpot = (/** @type {Field} */ field) => this.entry.spots(field).find((at) => isOpen(field, at));
    const field = asked.find(({ name }) => place.field && name.split(" ")[0] === place.field) ?? asked.find((input) => openSpot(input) !== undefined) ?? asked.find((input) => input.kind !== "counts" && !input.joins);
    return field ? { field, at: openSpot(field) ?? this.entry.spots(field)[0] ?? -1 } : null;
  }

  /** A value goes into the open spot, and the next one is open. @param {Field} field @param {number} at @param {string | null} text */
  put(field, at, text) {
    const kept = this.entry.of(field);
    this.touched = true;
    kept.chosen[at] = text;
    const spots = new Set(this.entry.spots(field));
    kept.chosen = kept.chosen.map((choice, spot) => (spots.has(spot) ? choice : null));
    delete kept.join;
    delete kept.signs;
    [this.wish, this.typed, this.doubt] = [null, "", null];
    const next = this.entry.next();
    if (this.near && next && next.field !== field && this.entry.rows(next.field, 0).some((row) => row.values.some((option) => option.text === this.near))) {
      this.entry.of(next.field).chosen[0] = this.near;
      this.near = "";
    }
    this.entry.fillUsual();
    this.changed();
  }

  changed() {
    this.taking.changed(this.entry);
    this.draw();
    this.later();
  }

  /** A tap on the board: the value that lies there, or what can go there. @param {string[]} parts @returns {boolean} whether it was taken */
  tapped(parts) {
    const all = this.entry.step.inputs.flatMap((field) => (field.palettes ?? []).flatMap((rows) => rows.flatMap((row) => row.values.map((value) => ({ field, value })))));
    const exact = all.filter(({ value }) => value.keys?.some((key) => parts.includes(key)));
    const near = all.filter(({ value }) => value.keys?.some((key) => parts.some((part) => samePlace(part, key))));
    const there = near.filter(({ field, value }) => near.every((other) => other.field !== field || other.value.text === value.text)); // a panel with many places is none of them
    const [found] = exact.length ? exact : there;
    if (!found) return false;
    const asked = (exact.length ? exact : there).find(({ field }) => this.entry.asked().includes(field));
    if (asked) return this.put(asked.field, 0, asked.value.text), true;
    this.near = found.value.text; // first what can go there, then it is filled
    this.changed();
    return true;
  }

  /** A tap on a place that is not lit: it may be what happened. @param {string[]} parts @returns {boolean} whether it was taken */
  tappedUnlit(parts) {
    const field = this.lit;
    const rows = field ? this.entry.rows(field, 0) : [];
    const value = unlitValue(rows.flatMap((row) => row.values.filter((option) => !option.unlit)), parts);
    if (!field || !value) return false;
    rows[0].values = [...rows[0].values.filter((option) => !option.unlit), value];
    this.put(field, 0, value.text);
    return true;
  }

  /** Whether an unlit place was chosen. */
  isUnlit() {
    return this.lit !== null && this.entry.value(this.lit, 0)?.unlit === true;
  }

  async foresee() {
    const line = this.entry.line();
    if (!this.entry.isComplete() || this.foreseen?.line === line) return;
    const answer = await this.taking.foresee(line).catch(() => null);
    if (this.entry.line() !== line) return;
    this.foreseen = answer ? { line, answer } : null;
    const value = this.lit ? this.entry.value(this.lit, 0) : undefined;
    if (value?.unlit && answer && !answer.findings.length) value.unlit = false; // it is allowed after all
    if (value?.unlit !== undefined) this.draw();
    this.tell();
  }

  /** The sentence is asked for once nothing was tapped for a moment. */
  later() {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.foresee(), WAIT);
  }

  draw() {
    const { step } = this.entry;
    for (const where of this.entry.asked().map((field) => this.entry.address(field))) if (where && !joinTables.has(where)) this.load(where);
    const open = this.open();
    this.tools.replaceChildren();
    const head = el("span", { class: "says" }, el("b", {}, step.seat ? seat(step.seat) : null, step.seat ? " " : "", step.says));
    const held = this.made.contains(document.activeElement) ? document.activeElement?.getAttribute("data-id") : null;
    const lit = (this.lit = this.light(open));
    const fields = this.entry.asked().map((field) => entered(this, field, open, lit)).filter(Boolean);
    this.made.replaceChildren(head, el("div", { class: "spots" }, ...fields), ...(open ? tray(this, open, lit === open.field) : []), this.foot());
    if (held) /** @type {HTMLElement | null} */ (this.made.querySelector(`[data-id="${CSS.escape(held)}"]:not([disabled])`) ?? this.made.querySelector(".palette button") ?? (this.go?.disabled ? document.querySelector("[data-light]") : this.go))?.focus();
  }

  /** The places on the board that can be chosen now light up. @param {{field: Field, at: number} | null} open @returns {Field | null} */
  light(open) {
    const isPlace = (/** @type {Field} */ field) => field.chance === false && field.spots?.length === 1 && this.entry.rows(field, 0).some((row) => row.values.some((other) => other.keys?.length));
    const places = this.entry.asked().filter(isPlace);
    const field = places.find((other) => other === open?.field) ?? places.find((other) => this.entry.of(other).chosen[0] === null) ?? places.at(-1);
    const values = field ? this.entry.rows(field, 0).flatMap((row) => row.values) : [];
    if (field && this.taking.light(values, this.entry.of(field).chosen[0], (text) => this.put(field, 0, text), this.piece(field))) return field;
    this.taking.dark();
    this.taking.look(this.entry.step);
    return null;
  }

  /** The picture of what is put on the chosen place: of the line's own piece, of the only other value that has one, or of the parts of a painted face. @param {Field} lit @returns {SVGElement | null} */
  piece(lit) {
    const others = this.entry.asked().filter((field) => field !== lit && field.kind !== "counts");
    const drawn = others.flatMap((field) => this.entry.spots(field).flatMap((at) => {
      const shown = picture(this.taking.pictures, this.entry.value(field, at)?.picture);
      return shown ? [{ shown, box: field.spots?.[at].box ?? null }] : [];
    }));
    if (this.entry.step.piece) return picture(this.taking.pictures, this.entry.step.piece);
    if (drawn.length === 1 && !drawn[0].box) return drawn[0].shown;
    return drawn.length === others.flatMap((field) => this.entry.spots(field)).length ? together(drawn) : null;
  }

  /** What will be written, what is missing, and the button. */
  foot() {
    const [found] = this.isUnlit() && this.foreseen?.line === this.entry.line() ? this.foreseen.answer.findings : [];
    if (found) {
      const { says } = this.foreseen?.answer;
      return refusal(found, { other: () => this.lit && this.put(this.lit, 0, null), anyway: () => this.taking.record(this.entry, says, true) });
    }
    const signs = this.entry.asked().filter((field) => field.joins).map((field) => signSteppers(this, field));
    this.where = el("p", { class: "will", role: "status" });
    this.go = /** @type {HTMLButtonElement} */ (el("button", { class: "btn primary big", type: "button", "data-record": "", "data-id": "go" }, say(this.taking.label)));
    this.go.addEventListener("click", () => {
      const line = this.entry.line();
      const answer = this.foreseen?.line === line ? this.foreseen.answer : null;
      this.taking.record(this.entry, answer?.says ?? "", Boolean(answer) && !answer.findings.length);
    });
    this.tell();
    return el("div", { class: "goes" }, this.tools, ...signs, el("div", { class: "row go" }, this.where, this.go));
  }

  /** The sentence, and whether the line is whole. */
  tell() {
    if (!this.go || !this.where) return;
    const whole = this.entry.isComplete() && !this.typed;
    const line = this.entry.line();
    const answer = whole && this.foreseen?.line === line ? this.foreseen.answer : null;
    const same = whole && line === this.before;
    this.go.disabled = !whole || same;
    const found = answer?.findings?.[0];
    const lacks = same ? say("unchanged") : whole ? "" : this.lacks();
    this.where.replaceChildren(...(whole && !same ? [el("span", found ? { class: found.verdict } : {}, found?.concludes ?? answer?.says ?? "")] : [el("b", {}, lacks)]), el("span", { class: "code" }, line));
  }
  /** What is still missing, in words. */
  lacks() {
    const open = this.entry.next();
    if (!open) return "";
    const { sum, least, most } = this.entry.total(open.field);
    if (open.field.kind === "counts") return sum > most ? say("too-much", { over: sum - most }) : say("to-give", { left: least - sum });
    const spot = open.field.spots?.[open.at];
    const count = spot && !spot.group && /^\d+$/.test(spot.says) ? say("nth-of", { at: spot.says, count: open.field.spots?.length ?? 0 }) : "";
    if (count) return say("missing-what", { what: count });
    return say("missing-what", { what: open.at < 0 ? say("how-joined") : [spot?.group, spot?.says ?? open.field.says].filter(Boolean).join(" ") });
  }
}
