// @ts-check
/** The lines that can come next: one is open, the others a tap away; a line without inputs is recorded by one tap. It knows no game. */

import { el, icon, say, seat } from "./dom.js";
import { drafts } from "./entry.js";
import { StepCard } from "./inputs.js";
import { samePlace } from "./board_keys.js";

/** @typedef {import("./entry.js").Step} Step */
/** @typedef {import("./entry.js").Value} Value */
/**
 * @typedef {{send: (line: string, says: string, sure: boolean, once?: boolean) => Promise<boolean>, foresee: (line: string) => Promise<any>, changed: () => void,
 *   light: (values: Value[], chosen: string | null, take: (text: string) => void, piece: SVGElement | null) => boolean, dark: () => void, look: (keys: string[]) => void}} Sending
 */

/** @param {string[]} keys @param {string[]} parts */
const meets = (keys, parts) => keys.some((key) => parts.some((part) => part === key || samePlace(part, key)));
/** The parts of the board a line can touch. @param {Step} step @returns {string[]} */
const keysOf = (step) => [...(step.keys ?? []), ...step.inputs.flatMap((field) => (field.palettes ?? []).flatMap((rows) => rows.flatMap((row) => row.values.flatMap((value) => value.keys ?? []))))];

export class Steps {
  /** @param {string} session @param {Sending} sending */
  constructor(session, sending) {
    this.session = session;
    this.sending = sending;
    this.drafts = drafts(session);
    this.key = "";
    /** @type {{write: string, values: Record<string, import("./entry.js").Kept>} | null} what a line held that is fixed */ this.was = null;
    this.label = "it";
    /** @type {Step[]} */ this.all = [];
    /** @type {Record<string, string>} */ this.pictures = {};
    /** @type {StepCard | null} */ this.card = null;
    /** the text of the line that is open, where one was chosen */ this.wish = "";
    /** @type {Step[] | null} those the part of the board that was tapped belongs to */ this.only = null;
  }

  /**
   * At which place of the record lines are entered, and what the line there held.
   * @param {string} key @param {Steps["was"]} was @param {string} label of the button that records
   */
  at(key, was, label) {
    if (key !== this.key) [this.drafts, this.wish] = [drafts(key ? `${this.session} ${key}` : this.session), was?.write ?? ""];
    if (key !== this.key || JSON.stringify(was) !== JSON.stringify(this.was)) this.card = null;
    this.key = key;
    this.was = was;
    this.label = label;
  }

  /** The lines that can come now. Where they are the same as before, what is half entered stays as it is. @param {Step[]} steps @param {Record<string, string>} pictures */
  take(steps, pictures) {
    Object.assign(this.pictures, pictures);
    this.drafts.only(steps);
    this.only = null;
    if (JSON.stringify(steps) !== JSON.stringify(this.all)) [this.all, this.card] = [steps, null];
  }

  /** What is shown now: the buttons by steps of the turn, and the inputs of the open line. @returns {HTMLElement[]} */
  cards() {
    const shown = this.only ?? this.all;
    const asking = shown.filter((step) => step.inputs.length);
    const likely = asking.filter((step) => !step.aside).sort((one, other) => (other.often ?? 0) - (one.often ?? 0));
    const open = asking.find((step) => step.write === this.wish) ?? (this.only ? null : likely[0]) ?? null;
    if (!open) this.sending.dark();
    const buttons = shown.filter((step) => step !== open || asking.length > 1);
    const [usual, rare] = [this.groups(buttons.filter((step) => !step.rare), open), this.groups(buttons.filter((step) => step.rare), open)];
    const listed = (/** @type {HTMLElement[]} */ rows) => (rows.length ? [el("li", { class: "stepbuttons" }, ...rows)] : []);
    return [...listed(usual), ...(open ? [this.opened(open).made] : []), ...listed(rare.length ? [this.onRequest(rare)] : [])];
  }

  /** Marks on a new drawing what can be chosen; where no line is open, the part that the first one is about is shown. */
  redraw() {
    if (this.card) this.card.draw();
    else if (this.all[0]?.inputs.length) this.sending.look(keysOf(this.all[0]));
  }

  /** The buttons of some lines by steps of the turn. @param {Step[]} steps @param {Step | null} open */
  groups(steps, open) {
    const names = [...new Set(steps.map((step) => step.group ?? ""))];
    return names.map((name) => this.group(name, steps.filter((step) => (step.group ?? "") === name), open, names.length > 1));
  }

  /** Lines of other steps of the turn, folded away. @param {HTMLElement[]} rows */
  onRequest(rows) {
    const made = /** @type {HTMLDetailsElement} */ (el("details", { class: "rare" }, el("summary", {}, say("other-lines")), ...rows));
    made.open = this.all.some((step) => step.rare && step.write === this.wish);
    return made;
  }

  /** One step of the turn. A line that several seats can write is one switch. @param {string} name @param {Step[]} steps @param {Step | null} open @param {boolean} named */
  group(name, steps, open, named) {
    const several = new Set(this.all.map((step) => step.seat)).size > 1;
    const titles = [...new Set(steps.map((step) => step.title))];
    const made = titles.map((title) => {
      const alike = steps.filter((step) => step.title === title);
      if (alike.length === 1) return this.button(alike[0], alike[0] === open, several);
      return el("span", { class: "seatswitch", role: "group", "aria-label": title }, el("span", {}, title), ...alike.map((step) => this.button(step, step === open, true, true)));
    });
    return el("div", { class: "stepgroup", role: "group", "aria-label": name }, named && name ? el("small", {}, name) : null, ...made);
  }

  /** @param {Step} step @param {boolean} open @param {boolean} several seats can act @param {boolean} [brief] only the seat: the words stand before it */
  button(step, open, several, brief) {
    const writes = !step.inputs.length;
    const made = el("button", {
      class: "offer one", type: "button", "data-writes": step.write, ...(step.group || brief ? { "aria-label": [step.group, step.seat, step.title].filter(Boolean).join(" ") } : {}),
      ...(writes ? { "data-record": "" } : { "data-open-step": step.deed, "aria-pressed": String(open) }),
    }, el("span", {}, several && step.seat ? seat(step.seat) : null, several && step.seat ? " " : "", brief ? null : step.title), (step.gain ?? 0) > 0 ? el("b", { class: "gain" }, `+${step.gain}`) : null, writes ? icon("pen") : null);
    made.addEventListener("click", () => {
      if (writes) return this.sending.send(step.write, step.says, step.lawful ?? false, true);
      this.wish = step.write;
      this.sending.changed();
    });
    return made;
  }

  /** @param {Step} step @returns {StepCard} */
  opened(step) {
    if (this.card?.entry.step === step) return this.card;
    const was = this.was?.write === step.write ? this.was.values : null;
    const kept = this.drafts.of(step);
    this.card = new StepCard(step, was && !Object.keys(kept).length ? structuredClone(was) : kept, {
      pictures: this.pictures,
      was,
      label: this.label,
      foresee: this.sending.foresee,
      light: this.sending.light,
      dark: this.sending.dark,
      look: (value) => this.sending.look(keysOf(value)),
      changed: (entry) => this.drafts.keep(entry),
      record: async (entry, says, sure) => {
        if (!(await this.sending.send(entry.line(), says, sure))) return;
        this.drafts.drop(entry.step);
        [this.wish, this.card] = ["", null];
        this.sending.changed();
      },
    });
    return this.card;
  }

  /** A tap on the board: a value of the open line, the one line that has to do with it, or a choice of several. @param {string[]} parts */
  tapped(parts) {
    if (this.card?.tapped(parts)) return;
    const others = this.all.filter((step) => step !== this.card?.entry.step);
    const exact = others.some((step) => keysOf(step).some((key) => parts.includes(key)));
    if (!exact && this.card?.tappedUnlit(parts)) return;
    const meant = others.filter((step) => meets(keysOf(step), parts));
    const [only] = meant;
    if (!only) return;
    if (meant.length > 1 || !only.inputs.length) this.only = meant;
    else this.wish = only.write;
    this.sending.changed();
    if (this.wish === only.write) this.card?.tapped(parts);
  }
}
