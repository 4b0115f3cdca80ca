// @ts-check
/** Fixes, inserts, strikes and swaps lines with the inputs that record them. It knows no game. */

import { read } from "./api.js";
import { preview } from "./line_preview.js";
import { el, icon, say, seat } from "./dom.js";
import { repairForm } from "./value_repair.js";
import { isWhole, place, withReason } from "./line_position.js";

/** @typedef {{line: number, text: string, says: string, action: any, fields: any, entered: {write: string, values: Record<string, any>} | null}} Was */
/** @typedef {{line: any, says: string, answer: any, own: boolean}} Proposed `own`: its button stands here, and not with the inputs */
/**
 * @typedef {{session: string, send: (line: any, says: string) => void, linked: () => boolean, look: () => void,
 *   type: (text: string) => void, claim: (line: number, clause?: string) => void, writes: boolean}} Parts
 */

const find = (/** @type {string} */ which) => /** @type {HTMLElement} */ (document.querySelector(which));

export class LineRepair {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    this.kept = `griffier.mend.${parts.session}`;
    /** @type {Was | null} the line that is fixed */ this.was = null;
    /** @type {any[]} the lines of the table, in its order */ this.lines = [];
    /** @type {Proposed | null} what will be written */ this.proposed = null;
    /** @type {HTMLElement | null} where a value or a note is changed */ this.form = null;
    this.where = find("[data-repair]");
    this.reason = this.reasonField();
    try {
      Object.assign(place, JSON.parse(localStorage.getItem(this.kept) ?? "{}"));
    } catch {
      // without storage a fix ends with the page
    }
    document.getElementById("repair")?.addEventListener("opening", () => this.list());
  }

  /** @returns {import("./line_position.js").How} */
  get how() {
    return place.how;
  }

  /** The words of the button that writes it. */
  get label() {
    return place.how === "fix" ? "write-fix" : place.how ? "write-insert" : "it";
  }

  /** What is half entered is kept for each place apart. */
  get key() {
    return place.how ? `${place.how} ${place.line}` : "";
  }

  /** Which moment the options are asked for. @returns {Record<string, string>} */
  asked() {
    if (!place.how) return {};
    return place.how === "fix" ? { at: String(place.line) } : { after: String(place.line) };
  }

  /** The lines to choose from, as they stand at the table. */
  async list() {
    const { session } = this.parts;
    const dialog = find("#repair");
    dialog.setAttribute("aria-busy", "true");
    const replay = await read(`/api/sessions/${session}/replay`, { session }).catch(() => null);
    if (replay) this.lines = replay.frames.slice(1); // without a link, as far as we knew it
    const rows = this.lines.map((frame) => {
      const marks = frame.findings.map((/** @type {any} */ found) => el("span", { class: found.verdict }, icon(found.verdict, found.concludes)));
      const button = el("button", { type: "button", class: "line", "data-line": String(frame.line) }, el("span", { class: "no" }, String(frame.line)),
        el("span", { class: "what" }, frame.seat ? seat(frame.seat) : null, frame.seat ? " " : null, frame.says), el("span", { class: "mark" }, ...marks));
      button.addEventListener("click", () => this.open(frame.line));
      return el("li", {}, button, ...(this.parts.writes ? [this.after(frame.line)] : []));
    });
    rows.reverse(); // the last line is the one most often meant
    if (this.parts.writes) rows.push(el("li", { class: "first" }, el("span", { class: "dim" }, say("before-first")), this.after(0)));
    const list = find("[data-repair-lines]");
    list.replaceChildren(...(rows.length ? rows : [el("li", { class: "dim" }, say("no-lines"))]));
    dialog.removeAttribute("aria-busy");
    list.scrollTop = 0;
  }

  /** A forgotten line goes directly after this one. @param {number} line */
  after(line) {
    const made = el("button", { class: "btn quiet", type: "button", "data-insert-after": String(line), "aria-label": say("insert-line", { line }), title: say("insert-line", { line }) }, icon("insert"));
    made.addEventListener("click", () => this.start("insert", line));
    return made;
  }

  /** A line that is wrong: fixed by those who write the record, disputed by the others. @param {number} line */
  open(line) {
    if (this.parts.writes) return this.start("fix", line);
    this.parts.claim(line, this.lines.find((frame) => frame.line === line)?.findings[0]?.clause ?? "");
  }

  /** @param {import("./line_position.js").How} how @param {number} line @param {string} [field] the input to begin with */
  start(how, line, field = "") {
    Object.assign(place, { how, line, field, reason: "" });
    this.keep();
    for (const open of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (open).close();
    this.was = null;
    this.proposed = null;
    this.show();
    this.parts.look();
    find("[data-repair-h]").focus({ preventScroll: true });
    this.where.scrollIntoView({ block: "start" });
  }

  /** Back to the end of the record. */
  stop() {
    if (!place.how) return;
    const { line } = place;
    Object.assign(place, { how: "", line: 0, field: "", reason: "" });
    this.keep();
    this.was = this.proposed = null;
    this.show();
    this.parts.look();
    /** @type {HTMLElement | null} */ (document.querySelector(`#l${line} a`))?.focus();
  }

  keep() {
    try {
      if (place.how) localStorage.setItem(this.kept, JSON.stringify(place));
      else localStorage.removeItem(this.kept);
    } catch {
      // without storage a fix ends with the page
    }
  }

  /** What the server knows of the line that is fixed. @param {Was | null} was */
  found(was) {
    if (was?.line !== this.was?.line) this.form = was?.fields ? repairForm(was.fields, (fields, says) => this.choose(fields, says, false)) : null;
    this.was = was;
    this.show();
  }

  /** What a line would come to is shown before it is written. @param {any} line @param {any} answer */
  foresaw(line, answer) {
    if (!place.how || !answer) return;
    this.proposed = { line, says: answer.says, answer, own: false };
    this.show();
  }

  /** A tap on an offer without values: shown first, then written. @param {any} line @param {string} says @param {boolean} [done] whether nothing more is entered */
  async choose(line, says, done = true) {
    this.propose(line, says, this.parts.linked() ? await preview(line).catch(() => null) : null, done);
  }

  /** @param {any} line @param {string} says @param {any} answer @param {boolean} [done] */
  propose(line, says, answer, done = true) {
    this.proposed = { line, says: answer?.says ?? says, answer, own: true };
    this.show();
    if (!done) return;
    this.where.scrollIntoView({ block: "nearest" });
    /** @type {HTMLElement | null} */ (this.where.querySelector("[data-write]"))?.focus();
  }

  /** A whole line out of the inputs: written at once if it was shown, or if nothing is found. @param {any} line @param {string} says @returns {Promise<boolean>} */
  async write(line, says) {
    if (this.was && this.was.text === line) return this.stop(), true; // nothing was changed
    if (JSON.stringify(this.proposed?.line) !== JSON.stringify(line)) {
      const answer = this.parts.linked() ? await preview(line).catch(() => null) : null;
      if (answer && [...answer.findings, ...answer.came].length) return this.propose(line, says, answer), false;
    }
    this.parts.send(line, says);
    return true;
  }

  /** The line that stands after another at the table. @param {number} line */
  next(line) {
    const at = this.lines.findIndex((frame) => frame.line === line);
    return at < 0 ? undefined : this.lines[at + 1];
  }

  /** Two lines change places: each is fixed to what the other says, both or neither. */
  async swap() {
    if (!this.lines.length) await this.list();
    const { line } = place;
    const [one, other] = [this.lines.find((each) => each.line === line), this.next(line)];
    if (one && other) await this.choose([`~ ${one.line} ${other.text}`, `~ ${other.line} ${one.text}`], say("swapped", { line: one.line, other: other.line }));
  }

  show() {
    const { how, line } = place;
    this.where.hidden = !how;
    document.body.classList.toggle("repairing", Boolean(how));
    document.body.classList.toggle("alone", how === "fix" && this.form !== null); // no action can stand in its place
    if (!how) return this.where.replaceChildren();
    const close = this.tool("close-repair", "", () => this.stop());
    close.classList.add("quiet");
    const head = el("div", { class: "repairhead" }, el("div", {}, el("h2", { "data-repair-h": "", "data-id": "h", tabindex: "-1" }, say(`${how}-line`, { line })), el("small", {}, say(`${how}-line-says`, { line }))), close);
    const held = this.where.contains(document.activeElement) ? document.activeElement?.getAttribute("data-id") : null;
    this.where.replaceChildren(head, ...(how === "fix" ? [this.old(), this.form ?? ""] : []), ...this.outcome(line));
    /** @type {HTMLInputElement} */ (this.reason.querySelector("input")).value = place.reason;
    if (held) /** @type {HTMLElement | null} */ (this.where.querySelector(`[data-id="${held}"]`))?.focus();
  }

  /** The text that will be written instead of the old one. */
  get text() {
    if (!this.proposed || isWhole(this.proposed.line)) return "";
    const { line, answer } = this.proposed;
    return answer?.text?.replace(/^~\s*\d+\+?\s+("(?:[^"\\]|\\.)*"\s+)?/, "") ?? (typeof line === "string" ? line : "");
  }

  /** The line as it was written; what changes in it is struck, with the new words after it. */
  old() {
    if (!this.was) return el("p", { class: "was" });
    const gone = this.proposed?.own || (this.text && this.text !== this.was.text);
    return el("p", { class: "was" }, el(gone ? "del" : "span", {}, this.was.says), differing(this.was.text, this.text || this.was.text));
  }

  /** @param {number} line */
  tools(line) {
    const typed = this.was && !this.was.action && !this.form ? [this.tool("type-it", "pen", () => this.parts.type(this.was?.text ?? ""))] : [];
    return el("div", { class: "repairtools" },
      ...typed,
      this.tool("insert", "insert", () => this.start("insert", line)),
      this.tool("strike", "strike", () => this.choose(`~ ${line} -`, say("strike"))),
      this.tool("swap", "swap", () => this.swap()),
      this.tool("took-it-back", "back", () => this.choose(`< ${Math.max(0, line - 1)}`, say("took-it-back"))),
      this.tool("claim", "claim", () => this.parts.claim(line)));
  }

  /** Where the reason of the change is entered, with the usual ones to choose from. */
  reasonField() {
    const usual = ["why-typed", "why-misheard", "why-photo"].map((key) => el("option", { value: say(key) }));
    const field = el("input", { type: "text", id: "repair-why", maxlength: "200", list: "repair-whys", autocomplete: "off", "data-id": "why" });
    field.addEventListener("input", () => ((place.reason = /** @type {HTMLInputElement} */ (field).value), this.keep()));
    return el("div", { class: "field" }, el("label", { for: "repair-why" }, say("why")), field, el("datalist", { id: "repair-whys" }, ...usual));
  }

  /** @param {string} key @param {string} sign @param {() => void} act */
  tool(key, sign, act) {
    const made = el("button", { class: "btn", type: "button", [`data-${key}`]: "", "data-id": key }, sign ? icon(sign) : null, say(key));
    made.addEventListener("click", act);
    return made;
  }

  /** What will be written and what later lines would say; as long as nothing is changed, what else can be done. @param {number} line @returns {HTMLElement[]} */
  outcome(line) {
    const { proposed, was } = this;
    if (!proposed || (was && this.text === was.text)) return place.how === "fix" ? [this.tools(line)] : [];
    const outcome = el("div", { class: "outcome", role: "status" }, el("p", {}, el("b", {}, proposed.says)), ...(proposed.answer ? later(proposed.answer) : []));
    if (!proposed.own) return [outcome, this.reason];
    const write = this.tool(this.label, "pen", () => this.parts.send(Array.isArray(proposed.line) ? proposed.line.map(withReason) : withReason(proposed.line), proposed.says));
    write.classList.add("primary", "big");
    write.setAttribute("data-write", "");
    const other = this.tool("choose-other", "", () => ((this.proposed = null), this.show()));
    return [outcome, this.reason, el("div", { class: "row go" }, other, write)];
  }
}

/** What lines say then that are judged otherwise. @param {any} answer @returns {HTMLElement[]} */
function later(answer) {
  const same = (/** @type {any} */ one, /** @type {any} */ other) => one.line === other.line && one.clause === other.clause && one.says === other.says;
  const steps = [answer, ...(answer.then ?? [])];
  const went = steps.flatMap((step) => step.went ?? []);
  const came = steps.flatMap((step) => [...step.findings, ...(step.came ?? [])]);
  const stay = came.filter((finding) => !went.some((other) => same(finding, other)));
  const left = went.filter((finding) => !came.some((other) => same(finding, other)));
  const rows = [
    ...stay.map((finding) => el("li", { class: finding.verdict }, icon(finding.verdict), " ", el("b", {}, say("of-line", { line: finding.line })), " ", finding.concludes)),
    ...left.map((finding) => el("li", { class: "lawful" }, icon("lawful"), " ", el("b", {}, say("of-line", { line: finding.line })), " ", say("no-longer", { says: finding.concludes }))),
  ];
  return rows.length ? [el("ul", { class: "later" }, ...rows)] : [el("p", { class: "lawful small" }, icon("lawful"), " ", say("nothing-later"))];
}

/** A line with what changed in it: the old words struck, the new ones beside them. @param {string} before @param {string} after */
export function differing(before, after) {
  const [old, now] = [before.split(" "), after.split(" ")];
  let first = 0;
  while (first < old.length && first < now.length && old[first] === now[first]) first += 1;
  let last = 0;
  while (last < old.length - first && last < now.length - first && old.at(-1 - last) === now.at(-1 - last)) last += 1;
  const part = (/** @type {string[]} */ words) => words.slice(first, words.length - last).join(" ");
  const [gone, come] = [part(old), part(now)];
  return el("span", { class: "code" }, old.slice(0, first).join(" "), " ", gone ? el("del", {}, gone) : null, gone ? " " : null,
    come ? el("ins", {}, come) : null, come ? " " : null, old.slice(old.length - last).join(" "));
}
