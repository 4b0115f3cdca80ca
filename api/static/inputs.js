// @ts-check
/** Draws the inputs of a line: spots, grids of values, number pads, painters, payments. It knows no game. */

import { read } from "./api.js";
import { el, say, seat } from "./dom.js";
import { amounts, picture, stepper } from "./controls.js";
import { Entry, joinTables } from "./entry.js";
import { samePlace } from "./board_keys.js";

/** @typedef {import("./entry.js").Field} Field */
/** @typedef {import("./entry.js").Step} Step */
/** @typedef {import("./entry.js").Value} Value */
/**
 * @typedef {{pictures: Record<string, string>, changed: (entry: Entry) => void, record: (entry: Entry, says: string, sure: boolean) => void,
 *   foresee: (line: string) => Promise<any>, light: (values: Value[], chosen: string | null, take: (text: string) => void) => boolean, dark: () => void, look: (step: Step) => void,
 *   was: Record<string, import("./entry.js").Kept> | null, label: string}} Taking
 * `was` is what the line held that is fixed.
 */

const WAIT = 150; // milliseconds after the last tap before the sentence is asked for
const PAD = "1234567890";
const FEW = 8; // ways to join edges that are shown at once
const LARGE = 4; // so few pictures are drawn larger
const WIDE = 8; // values side by side
const ROOM = 42; // letters that fit side by side on a phone
const PADDING = 3; // letters a button is wider than its text
const INLINE = 14; // so many values of a choice stay on the screen once one is chosen
const SHORT = 3; // letters of values of which more may stay
const NUMBERS = 36;
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
    /** @type {ReturnType<typeof setTimeout> | undefined} */ this.soon = undefined;
    this.tools = el("div", { class: "row tools" });
    this.made = el("li", { class: "offer enter", "data-step": step.deed });
    this.entry.fillUsual();
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

  /** The first value of a line that is fixed can be changed at once. @returns {{field: Field, at: number} | null} */
  firstFixed() {
    const field = this.taking.was && !this.touched ? this.entry.asked().find((one) => one.kind !== "counts" && !one.joins) : null;
    return field ? { field, at: this.entry.spots(field)[0] } : null;
  }

  /** What stood in a spot of the line that is fixed, where something else stands now. @param {Field} field @param {number} at */
  before(field, at) {
    const old = this.taking.was?.[field.name]?.chosen[at] ?? null;
    if (old === null || old === this.entry.of(field).chosen[at]) return null;
    return el("del", {}, this.entry.rows(field, at).flatMap((row) => row.values).find((one) => one.text === old)?.says ?? old);
  }

  /** A value goes into the open spot, and the next one is open. @param {Field} field @param {number} at @param {string | null} text */
  put(field, at, text) {
    const kept = this.entry.of(field);
    this.touched = true;
    kept.chosen[at] = text;
    const spots = new Set(this.entry.spots(field));
    kept.chosen = kept.chosen.map((one, spot) => (spots.has(spot) ? one : null));
    delete kept.join;
    delete kept.signs;
    [this.wish, this.typed, this.doubt] = [null, "", null];
    const next = this.entry.next();
    if (this.near && next && next.field !== field && this.entry.rows(next.field, 0).some((row) => row.values.some((one) => one.text === this.near))) {
      this.entry.of(next.field).chosen[0] = this.near;
      this.near = "";
    }
    this.entry.fillUsual();
    this.changed();
  }

  changed() {
    this.taking.changed(this.entry);
    const held = this.made.contains(document.activeElement) ? document.activeElement?.getAttribute("data-id") : null;
    this.draw();
    if (held) /** @type {HTMLElement | null} */ (this.made.querySelector(`[data-id="${CSS.escape(held)}"]:not([disabled])`) ?? this.made.querySelector(".palette button") ?? this.go)?.focus();
    this.later();
  }

  /** A tap on the board: the value that lies there, or what can go there. @param {string[]} parts @returns {boolean} whether it was taken */
  tapped(parts) {
    const lies = (/** @type {Value} */ one) => Boolean(one.keys?.some((key) => parts.includes(key) || parts.some((part) => samePlace(part, key))));
    const there = this.entry.step.inputs.flatMap((field) => (field.palettes ?? []).flatMap((rows) => rows.flatMap((row) => row.values.filter(lies).map((value) => ({ field, value })))));
    const exact = there.filter(({ value }) => value.keys?.some((key) => parts.includes(key)));
    const [found] = exact.length ? exact : there;
    if (!found) return false;
    const asked = (exact.length ? exact : there).find(({ field }) => this.entry.asked().includes(field));
    if (asked) return this.put(asked.field, 0, asked.value.text), true;
    this.near = found.value.text; // first what can go there, then it is filled
    this.changed();
    return true;
  }

  /** Whether a value can go where the board was tapped. @param {Field} field @param {Value} value */
  goesThere(field, value) {
    if (!this.near) return true;
    const after = this.entry.step.inputs.filter((one) => one.when?.some(({ input, among }) => input === field.name && among.includes(value.text)));
    return !after.length || after.some((one) => one.palettes?.[0]?.some((row) => row.values.some(({ text }) => text === this.near)));
  }

  async foresee() {
    const line = this.entry.line();
    if (!this.entry.isComplete() || this.foreseen?.line === line) return;
    const answer = await this.taking.foresee(line).catch(() => null);
    if (this.entry.line() !== line) return;
    this.foreseen = answer ? { line, answer } : null;
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
    const fields = this.entry.asked().map((field) => this.field(field, open)).filter(Boolean);
    const lit = this.light(open);
    this.made.replaceChildren(head, el("div", { class: "spots" }, ...fields), ...(open ? this.tray(open, lit === open.field) : []), this.foot());
  }

  /** The places on the board that can be chosen now light up. @param {{field: Field, at: number} | null} open @returns {Field | null} */
  light(open) {
    const isPlace = (/** @type {Field} */ field) => field.chance === false && field.spots?.length === 1 && this.entry.rows(field, 0).some((row) => row.values.some((one) => one.keys?.length));
    const places = this.entry.asked().filter(isPlace);
    const field = places.find((one) => one === open?.field) ?? places.find((one) => this.entry.of(one).chosen[0] === null) ?? places.at(-1);
    const values = field ? this.entry.rows(field, 0).flatMap((row) => row.values) : [];
    if (field && this.taking.light(values, this.entry.of(field).chosen[0], (text) => this.put(field, 0, text))) return field;
    this.taking.dark();
    this.taking.look(this.entry.step);
    return null;
  }

  /** Whether the values of an input stay on the screen, the chosen one marked. @param {Field} field */
  isInline(field) {
    if (field.kind !== "pick" || field.digits || field.joins || field.spots?.length !== 1) return false;
    const values = this.entry.rows(field, 0).filter((row) => !row.more).flatMap((row) => row.values);
    return values.length <= INLINE || (values.length <= NUMBERS && values.every((one) => one.says.length <= SHORT));
  }

  /** What was entered of an input so far. @param {Field} field @param {{field: Field, at: number} | null} open */
  field(field, open) {
    if (field.kind === "counts") return amounts(this.entry, field, this.taking.was, () => this.changed());
    if (this.isInline(field)) {
      const rows = this.entry.rows(field, 0).filter((row) => !row.more || this.more);
      return el("div", { class: "palette inline", role: "group", "aria-label": field.says }, ...rows.map((row) => this.row(field, 0, row)));
    }
    const alone = field.kind === "pick" && !field.digits && field.spots?.length === 1;
    if (alone && open?.field === field) return null; // its values are on the screen
    const spots = this.entry.spots(field).map((at) => this.spot(field, at, open?.field === field && open.at === at));
    const painted = field.kind === "paint" || (field.kind === "cells" && spots.length > 1);
    const made = el("div", { class: painted ? `canvas k-${field.kind}` : "slots", role: "group", "aria-label": field.says });
    if (painted) this.place(field, made);
    const ground = painted ? this.ground(field) : null;
    if (field.joins && this.entry.joined(field)) made.classList.add("joined");
    made.append(...(ground ? [ground] : []), ...spots);
    return made;
  }

  /** The face as far as it is painted. @param {Field} field */
  ground(field) {
    const way = field.joins ? this.entry.joined(field) : null;
    return picture(this.taking.pictures, way?.picture ?? field.ground);
  }

  /** The part of a canvas its spots take: left, top, width, height; a painted piece is a square. @param {Field} field */
  extent(field) {
    const boxes = (field.spots ?? []).flatMap((spot) => (spot.box ? [spot.box] : []));
    const [right, bottom] = [Math.max(...boxes.map((box) => box[0] + box[2])), Math.max(...boxes.map((box) => box[1] + box[3]))];
    if (field.ground) return [0, 0, Math.max(right, bottom), Math.max(right, bottom)];
    const [left, top] = [Math.min(...boxes.map((box) => box[0])), Math.min(...boxes.map((box) => box[1]))];
    return [left, top, right - left, bottom - top];
  }

  /** @param {Field} field @param {HTMLElement} made */
  place(field, made) {
    const [, , wide, high] = this.extent(field);
    made.style.setProperty("--wide", String(wide));
    made.style.setProperty("--high", String(high));
  }

  /** @param {Field} field @param {number} at @param {boolean} open */
  spot(field, at, open) {
    const spot = /** @type {import("./entry.js").Spot} */ (field.spots?.[at]);
    const text = this.entry.of(field).chosen[at];
    const value = this.entry.value(field, at);
    const shown = picture(this.taking.pictures, value?.picture);
    const shownText = text === null ? (open && this.typed ? `${this.typed}_` : spot.says) : value ? value.says : "?";
    const short = text === null ? shownText : value && field.kind !== "paint" ? value.says : "?";
    const made = el("button", {
      type: "button", class: `spot${open ? " open" : ""}${text === null ? " free" : ""}`, "data-spot": `${field.name}:${at}`, "data-id": `s${field.name}:${at}`,
      "aria-label": `${spot.says}: ${text === null ? say("missing") : shownText}`, ...(open ? { "aria-current": "true" } : {}),
    }, shown ?? short, this.before(field, at));
    if (spot.box) {
      const [left, top] = this.extent(field);
      for (const [name, value] of Object.entries({ "--x": spot.box[0] - left, "--y": spot.box[1] - top, "--w": spot.box[2], "--h": spot.box[3] })) made.style.setProperty(name, String(value));
    }
    made.addEventListener("click", () => {
      if (text !== null && (!this.taking.was || open)) this.entry.of(field).chosen[at] = null; // what is fixed stays until it is replaced
      [this.wish, this.typed, this.doubt] = [{ field, at }, "", null];
      this.changed();
    });
    return made;
  }

  /** What can be tapped for the open spot. @param {{field: Field, at: number}} open @param {boolean} lit its places are lit on the board @returns {HTMLElement[]} */
  tray(open, lit) {
    const { field, at } = open;
    if (at < 0) return field.kind === "counts" ? [] : this.joining(field);
    const rows = this.entry.rows(field, at);
    const tools = [];
    if (this.doubt) {
      const value = this.doubt;
      const anyway = el("button", { type: "button", class: "btn", "data-anyway": "", "data-id": "anyway" }, say("anyway"));
      anyway.addEventListener("click", () => this.put(field, at, value.text));
      tools.push(el("span", { class: "undetermined", role: "alert" }, say("none-left", { what: value.says })), anyway);
    }
    if (rows.some((row) => row.more) && !this.more) tools.push(this.tool("more-values", () => ((this.more = true), this.changed()), "data-more"));
    if (this.entry.unseen(field, at) !== null) tools.push(...this.unseen(field, at));
    this.tools.replaceChildren(...tools);
    if (this.isInline(field)) return [];
    if (lit && field.kind === "cells") return [el("p", { class: "hint" }, say("tap-lit"))];
    const palette = field.digits ? this.pad(field, at, rows) : rows.filter((row) => !row.more || this.more).map((row) => this.row(field, at, row));
    return [el("div", { class: `palette k-${field.kind}`, role: "group", "aria-label": field.spots?.[at].says ?? field.says }, ...palette)];
  }

  /** @param {Field} field @param {number} at */
  unseen(field, at) {
    const text = this.entry.unseen(field, at);
    const free = this.entry.spots(field).filter((one) => this.entry.of(field).chosen[one] === null);
    const rest = free.length > 2 || (field.joins && free.length > 1) ? [this.tool("rest-not-seen", () => {
      for (const one of free) this.entry.of(field).chosen[one] = this.entry.unseen(field, one);
      this.put(field, free[0], this.entry.unseen(field, free[0]));
    }, "data-rest")] : [];
    return [this.tool("not-seen", () => this.put(field, at, text), "data-unseen"), ...rest];
  }

  /** @param {string} key @param {() => void} act @param {string} mark */
  tool(key, act, mark) {
    const made = el("button", { type: "button", class: "btn", [mark]: "", "data-id": key }, say(key));
    made.addEventListener("click", act);
    return made;
  }

  /** @param {Field} field @param {number} at @param {import("./entry.js").Row} row */
  row(field, at, row) {
    const grid = row.values.some((value) => value.at);
    const made = el("div", { class: grid ? "vals grid" : "vals", ...(row.says ? { role: "group", "aria-label": row.says } : {}) });
    if (grid) {
      const first = Math.min(...row.values.map((value) => value.at?.[0] ?? 0));
      const top = Math.min(...row.values.map((value) => value.at?.[1] ?? 0));
      for (const value of row.values) {
        const button = this.value(field, at, value);
        button.style.gridArea = `${(value.at?.[1] ?? 0) - top + 1} / ${(value.at?.[0] ?? 0) - first + 1}`;
        made.append(button);
      }
    } else {
      const longest = Math.max(...row.values.map((value) => (this.taking.pictures[value.picture ?? ""] ? 1 : value.says.length)));
      const columns = Math.max(1, Math.min(WIDE, Math.floor(ROOM / (longest + PADDING))));
      const lines = Math.ceil(row.values.length / columns);
      if (row.values.length <= LARGE && field.kind === "pick") made.classList.add("large");
      made.style.setProperty("--columns", String(Math.ceil(row.values.length / lines)));
      made.append(...row.values.filter((value) => this.goesThere(field, value)).map((value) => this.value(field, at, value)));
    }
    return made;
  }

  /** @param {Field} field @param {number} at @param {Value} value */
  value(field, at, value) {
    const left = this.entry.left(field, value, at);
    const none = left !== null && left <= 0;
    const shown = picture(this.taking.pictures, value.picture);
    const count = left === null || left > 99 ? null : el("small", { "aria-hidden": "true" }, String(Math.max(0, left)));
    const said = left === null ? value.says : `${value.says}, ${say("copies-left", { left: Math.max(0, left) })}`;
    /** @type {Record<string, string>} */
    const pressed = this.isInline(field) ? { "aria-pressed": String(this.entry.of(field).chosen[at] === value.text) } : {};
    const made = el("button", {
      type: "button", class: `val${none ? " none" : ""}${shown ? " pictured" : ""}`, "data-field": field.name, "data-value": value.text, "data-id": `v${field.name}:${value.text}`, "aria-label": said, ...pressed,
    }, shown ?? value.says, count);
    made.addEventListener("click", () => {
      if (none && this.doubt !== value) return (this.doubt = value), this.draw();
      this.put(field, at, value.text);
    });
    return made;
  }

  /** Digits, lit where a number that can still come goes on with them. @param {Field} field @param {number} at @param {import("./entry.js").Row[]} rows */
  pad(field, at, rows) {
    const named = rows.filter((row) => row.says && !row.more);
    const values = rows.flatMap((row) => row.values);
    const possible = values.filter((value) => (this.entry.left(field, value, at) ?? 1) > 0);
    const begins = (/** @type {Value[]} */ all, /** @type {string} */ text) => all.filter((one) => one.text.startsWith(text));
    const keys = [...PAD].map((digit) => {
      const text = this.typed + digit;
      const lit = begins(possible, text).length > 0;
      const made = /** @type {HTMLButtonElement} */ (el("button", { type: "button", class: `val key${lit ? "" : " none"}`, "data-digit": digit, "data-id": `d${digit}` }, digit));
      made.disabled = !begins(values, text).length;
      made.addEventListener("click", () => this.digit(field, at, lit ? possible : values, text));
      return made;
    });
    const exact = values.find((value) => value.text === this.typed);
    const back = /** @type {HTMLButtonElement} */ (this.tool("back-one", () => ((this.typed = this.typed.slice(0, -1)), this.changed()), "data-back-one"));
    back.disabled = !this.typed;
    back.classList.add("val", "key");
    const take = exact ? this.value(field, at, exact) : null;
    take?.classList.add("take");
    return [...named.map((row) => this.row(field, at, row)), el("div", { class: "vals keys" }, ...keys.slice(0, 5), back, ...keys.slice(5), take)];
  }

  /** @param {Field} field @param {number} at @param {Value[]} values @param {string} text */
  digit(field, at, values, text) {
    const fitting = values.filter((one) => one.text.startsWith(text));
    if (fitting.length !== 1 || fitting[0].text !== text) return (this.typed = text), (this.doubt = null), this.changed();
    const left = this.entry.left(field, fitting[0], at);
    if (left !== null && left <= 0) return (this.doubt = fitting[0]), (this.typed = text), this.draw();
    this.put(field, at, text);
  }

  /** How painted edges are joined, and what is printed on the parts. @param {Field} field @returns {HTMLElement[]} */
  joining(field) {
    const ways = this.entry.joins(field).map((way, at) => {
      const made = el("button", { type: "button", class: "val pictured", "data-join": String(at), "data-id": `j${at}`, "aria-label": way.says }, picture(this.taking.pictures, way.picture) ?? way.says);
      made.addEventListener("click", () => {
        this.entry.of(field).join = at;
        this.changed();
      });
      return made;
    });
    const few = this.more ? ways : ways.slice(0, FEW);
    if (ways.length > few.length) this.tools.append(this.tool("more-ways", () => ((this.more = true), this.draw()), "data-more"));
    return [el("div", { class: "palette joins", role: "group", "aria-label": say("how-joined") }, el("div", { class: "vals" }, ...few))];
  }

  /** The signs on the parts of a face that is joined. @param {Field} field */
  signs(field) {
    const way = this.entry.isBlank(field) ? null : this.entry.joined(field);
    if (!way?.parts.length) return null;
    const kept = this.entry.of(field);
    const signs = (kept.signs ??= way.parts.map(() => 0));
    return el("div", { class: "split signs" }, ...way.parts.map((part, at) =>
      stepper(part.says, signs[at], part.most, (now) => ((signs[at] = now), this.changed()), { fill: (now) => (now < part.most ? now + 1 : 0), id: `sign${at}` })));
  }

  /** What will be written, what is missing, and the button. */
  foot() {
    const signs = this.entry.asked().filter((field) => field.joins).map((field) => this.signs(field));
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
    this.go.disabled = !whole;
    const found = answer?.findings?.[0];
    const lacks = whole ? "" : this.lacks();
    this.where.replaceChildren(...(whole ? [el("span", found ? { class: found.verdict } : {}, found?.concludes ?? answer?.says ?? "")] : [el("b", {}, lacks)]), el("span", { class: "code" }, line));
  }
  /** What is still missing, in words. */
  lacks() {
    const open = this.entry.next();
    if (!open) return "";
    const { sum, least, most } = this.entry.total(open.field);
    if (open.field.kind === "counts") return sum > most ? say("too-much", { over: sum - most }) : say("to-give", { left: least - sum });
    return say("missing-what", { what: open.at < 0 ? say("how-joined") : open.field.spots?.[open.at].says ?? open.field.says });
  }
}
