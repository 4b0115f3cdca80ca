// @ts-check
/** Undo and redo: strikes the last line, or strikes the strike. A line not sent yet is removed. */

import { el, icon, say } from "./dom.js";

/** @typedef {import("./outbox.js").Waiting} Waiting */
/** @typedef {{outbox: import("./outbox.js").Outbox, ledger: import("./line_list.js").Ledger, send: (line: any, says: string) => void}} Parts */

/**
 * A short notice with one button. It covers nothing.
 * @param {HTMLElement} where @param {{title: string, sub?: string, sign: string, label: string, key: string, act: () => void}} about
 */
export function showNotice(where, about) {
  const button = el("button", { class: "btn", type: "button", [`data-${about.key}`]: "" }, icon(about.sign), about.label);
  button.addEventListener("click", about.act);
  where.replaceChildren(el("p", {}, el("b", {}, about.title), about.sub ? el("small", {}, about.sub) : null), button);
  where.hidden = false;
}

export class Undo {
  /** @param {HTMLElement} where @param {Parts} parts */
  constructor(where, parts) {
    this.where = where;
    this.parts = parts;
    /** @type {Waiting | null} taken out before it was sent */ this.unsent = null;
  }

  /** The last line is undone. */
  undo() {
    const { outbox, ledger, send } = this.parts;
    const last = outbox.waiting.at(-1);
    if (last === undefined && ledger.typo) {
      send(`~ ${ledger.typo} -`, say("undoing", { line: ledger.typo }));
      ledger.forgetTypo(); // until it is known which line is the last one now
    } else if (last && last !== outbox.sending) {
      outbox.drop(last);
      this.unsent = last;
      this.show();
    }
  }

  /** The line that was undone last is written again where it stood. */
  redo() {
    const { outbox, ledger, send } = this.parts;
    const unsent = this.unsent;
    if (!unsent && !ledger.undone.by) return;
    this.where.hidden = true;
    if (unsent?.photo) outbox.keep({ ...unsent, n: undefined });
    else if (unsent) send(unsent.line, unsent.says);
    else send(`~ ${ledger.undone.by} -`, say("redoing", { line: ledger.undone.line }));
    this.unsent = null;
  }

  /** A line was written: what was taken out before it stays out. */
  gone() {
    this.unsent = null;
  }

  /** Says what was undone, as long as nothing was written since. */
  show() {
    const { by, line, says } = this.parts.ledger.undone;
    const { unsent } = this;
    if (!unsent && (!by || this.parts.outbox.waiting.length)) return this.hide();
    const about = { sign: "redo", label: say("redo"), key: "redo", act: () => this.redo() };
    const text = unsent && typeof unsent.line === "string" ? unsent.line : "";
    showNotice(this.where, unsent ? { title: say("undone-unsent"), sub: unsent.says || text, ...about } : { title: say("undone", { line }), sub: says, ...about });
  }

  hide() {
    if (this.where.querySelector("[data-redo]")) this.where.hidden = true;
  }
}
