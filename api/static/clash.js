// @ts-check
/** Resolves two scribes writing at once: shows what the other one wrote and asks what to do with the waiting line. */

import { read } from "./api.js";
import { previewWritten } from "./line_preview.js";
import { el, icon, say } from "./dom.js";

/** @typedef {import("./outbox.js").Waiting} Waiting */
/** @typedef {{line: number, text: string, says: string, by: {role: string, seat: string | null, grant: string}, at: number}} Heard */

const SAME = 10_000; // milliseconds within which the same line from two scribes is one action
const { session = "" } = document.body.dataset;
/** @type {Record<string, string>} */ const names = JSON.parse(document.body.dataset.names ?? "{}");

export class Clash {
  /** @param {HTMLElement} where @param {import("./outbox.js").Outbox} outbox @param {string} own the grant of this device */
  constructor(where, outbox, own) {
    this.where = where;
    this.outbox = outbox;
    this.own = own;
    /** @type {Map<number, Heard>} lines of others, by number */ this.others = new Map();
    /** @type {Waiting | null} what is asked about */ this.asked = null;
  }

  /** A line of the record. @param {any} line @returns {string} who wrote it, if not this device */
  heard(line) {
    if (!line.by || !this.own || line.by.grant === this.own) return "";
    this.others.set(line.line, { ...line, at: Date.now() });
    return say("by", { who: who(line.by) });
  }

  /** The line that waits was written before another scribe's was seen. @param {Waiting} entry */
  async show(entry) {
    if (this.asked === entry) return;
    this.asked = entry;
    this.draw(entry, [], null);
    const after = entry.after ?? 0;
    const [replay, answer] = await Promise.all([
      read(`/api/sessions/${session}/replay?first=${after + 1}`, { session }).catch(() => null),
      Array.isArray(entry.line) ? null : previewWritten(entry.line).catch(() => null),
    ]);
    const theirs = (replay?.frames ?? []).filter((/** @type {any} */ frame) => frame.line > after);
    if (this.asked === entry) this.draw(entry, theirs, answer);
  }

  hide() {
    this.asked = null;
  }

  /** @param {Waiting} entry @param {any[]} theirs @param {any} answer what this line would come to now */
  draw(entry, theirs, answer) {
    const mine = answer?.text ?? (typeof entry.line === "string" ? entry.line : "");
    const plain = (/** @type {string} */ text) => text.replace(/\s+/g, " ").trim();
    const near = theirs.some((other) => Math.abs((this.others.get(other.line)?.at ?? Date.now()) - (entry.written ?? 0)) < SAME);
    const same = near && theirs.some((other) => plain(other.text) === plain(mine));
    const writers = [...new Set(theirs.map((other) => this.others.get(other.line)).flatMap((other) => (other ? [who(other.by)] : [])))];
    const title = writers.length === 1 ? say("meanwhile-who", { who: writers[0] }) : say("meanwhile");
    const found = [...(answer?.findings ?? []), ...(answer?.came ?? [])].map((each) => el("p", { class: each.verdict }, icon(each.verdict), " ", each.concludes));
    const waiting = this.outbox.waiting.filter((each) => !each.photo);
    const kept = waiting.length > 1 ? say("kept-many", { count: waiting.length }) : say("kept-one", { says: entry.says || mine });
    const send = this.button(waiting.length > 1 ? "send-after-many" : "send-after", () => this.outbox.sendAnyway(), !same);
    const drop = this.button(waiting.length > 1 ? "drop-mine-many" : "drop-mine", () => waiting.forEach((each) => this.outbox.drop(each)), same);
    this.where.replaceChildren(icon("pending"), el("div", { role: "alert" }, el("p", {}, el("b", {}, title)),
      el("ul", { class: "theirs" }, ...theirs.map((other) => el("li", {}, el("span", { class: "no" }, String(other.line)), " ", other.says))),
      el("p", {}, same ? say("same-line") : kept), ...found, el("div", { class: "row fix" }, send, drop)));
  }

  /** @param {string} key @param {() => void} act @param {boolean} first whether it is proposed */
  button(key, act, first) {
    const made = el("button", { class: `btn${first ? " primary" : ""}`, type: "button", [`data-${key.replace("-many", "")}`]: "" }, say(key));
    made.addEventListener("click", act);
    return made;
  }
}

/** Who holds a role: a seat's name, or the role. @param {{role: string, seat: string | null}} by */
const who = (by) => (by.seat ? names[by.seat] ?? by.seat : say(`by-${by.role}`));
