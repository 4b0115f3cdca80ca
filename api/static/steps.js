// @ts-check
/** The lines chance brings next: one of them open, the others a tap away. It knows no game. */

import { el, seat } from "./dom.js";
import { drafts } from "./entry.js";
import { StepCard } from "./inputs.js";

/** @typedef {import("./entry.js").Step} Step */
/** @typedef {{send: (line: string, says: string, sure: boolean) => Promise<boolean>, foresee: (line: string) => Promise<any>}} Sending */

export class Steps {
  /** @param {string} session @param {Sending} sending */
  constructor(session, sending) {
    [this.session, this.sending] = [session, sending];
    this.drafts = drafts(session);
    this.key = "";
    /** @type {{write: string, values: Record<string, import("./entry.js").Kept>} | null} what a line held that is fixed */ this.was = null;
    this.label = "it";
    /** @type {Step[]} */ this.all = [];
    /** @type {Record<string, string>} */ this.pictures = {};
    /** @type {StepCard | null} */ this.card = null;
    /** the text of the line that is open, where somebody chose it */ this.wish = "";
  }

  /**
   * At which place of the record lines are entered, and what the line there held.
   * @param {string} key @param {Steps["was"]} was @param {string} label of the button that records
   */
  at(key, was, label) {
    if (key !== this.key) [this.drafts, this.wish] = [drafts(key ? `${this.session} ${key}` : this.session), was?.write ?? ""];
    [this.key, this.was, this.label] = [key, was, label];
  }

  /** The lines that can come now. @param {Step[]} steps @param {Record<string, string>} pictures */
  told(steps, pictures) {
    this.all = steps;
    Object.assign(this.pictures, pictures);
    this.drafts.only(steps);
    this.card = null;
  }

  /** Whether a deed is entered here. @param {string} deed @param {string | null} by */
  has(deed, by) {
    return this.all.some((step) => step.deed === deed && step.seat === by);
  }

  /** @param {() => void} again draws the offers anew @returns {HTMLElement[]} */
  cards(again) {
    const open = this.all.find((step) => step.write === this.wish && step.inputs.length) ?? this.all.find((step) => step.inputs.length && !step.aside);
    const first = open ? [this.opened(open).made] : [];
    const others = this.all.filter((step) => step !== open).map((step) => {
      const button = el("button", { class: "offer one", type: "button", "data-open-step": step.deed, "data-writes": step.write, ...(step.inputs.length ? {} : { "data-record": "" }) },
        el("b", {}, step.seat ? seat(step.seat) : null, step.seat ? " " : "", step.says));
      button.addEventListener("click", () => {
        if (!step.inputs.length) return this.sending.send(step.write, step.says, false);
        this.wish = step.write;
        again();
      });
      return el("li", {}, button);
    });
    return [...first, ...others];
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
      changed: (entry) => this.drafts.keep(entry),
      record: async (entry, says, sure) => {
        if (!(await this.sending.send(entry.line(), says, sure))) return;
        this.drafts.drop(entry.step);
        this.wish = "";
      },
    });
    return this.card;
  }
}
