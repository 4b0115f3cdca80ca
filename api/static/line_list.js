// @ts-check
/** The list of lines on the recorder: recorded lines as the server writes them, and lines not sent yet. */

import { ask } from "./api.js";
import { el, icon, say, seat } from "./dom.js";
import { showSuggestion } from "./suggestion.js";

const { session = "" } = document.body.dataset;
const SIGN = /^[=~<@?^+&!$;|%:]/;

/** Lines typed without a link, until they were looked at. Storage may be closed to us. */
const KEPT = `griffier-look:${session}`;

function looks() {
  try {
    return new Set(/** @type {number[]} */ (JSON.parse(localStorage.getItem(KEPT) ?? "[]")));
  } catch {
    return new Set();
  }
}

/** @param {Set<number>} all */
function keepLooks(all) {
  try {
    localStorage.setItem(KEPT, JSON.stringify([...all]));
  } catch {
    // then they are marked only as long as they wait
  }
}

export class Ledger {
  /** @param {HTMLElement} list @param {HTMLElement} pending @param {import("./outbox.js").Outbox} outbox @param {(line: number) => void} lookAt */
  constructor(list, pending, outbox, lookAt) {
    this.list = list;
    this.pending = pending;
    this.outbox = outbox;
    this.lookAt = lookAt;
    /** @type {Map<string, HTMLElement>} a refused line stays as it is edited */
    this.refused = new Map();
    /** @type {Map<number, string>} who wrote lines that came while this page was open */
    this.by = new Map();
    this.mark();
  }

  /** The line that is undone first. */
  get typo() {
    return Number(this.list.dataset.typo);
  }

  forgetTypo() {
    this.list.dataset.typo = "0";
  }

  /** What was undone last, and by which line; by none where something was written since. */
  get undone() {
    const { undone = "0", undoneBy = "0", undoneSays = "" } = this.list.dataset;
    return { line: Number(undone), by: Number(undoneBy), says: undoneSays };
  }

  /**
   * A line at once, as far as it is known; the server's own words follow.
   * @param {number} line @param {string} text @param {string} says @param {any[]} findings @param {string} [by] who wrote it, if another did
   */
  show(line, text, says, findings, by = "") {
    if (by) this.by.set(line, by);
    if (this.list.querySelector(`#l${line}`) || text.startsWith("~")) return;
    this.list.querySelector(".now")?.classList.remove("now");
    const [sign, letter] = [SIGN.exec(text)?.[0], /^\W*(\S+)/.exec(text)?.[1] ?? ""];
    const known = letter in JSON.parse(document.body.dataset.slots ?? "{}");
    this.list.append(el("li", { class: "line now", id: `l${line}` },
      el("a", { class: "no", href: `/s/${session}/replay#${line}` }, sign ? el("i", {}, sign) : null, String(line)),
      el("div", { class: "what" }, known ? seat(letter) : null, known ? " " : null, says || text, el("span", { class: "nota" }, text)),
      el("span", { class: "mark" }, ...findings.map((finding) => el("span", { class: finding.verdict }, icon(finding.verdict, finding.concludes))))));
    this.mark();
  }

  /**
   * As the server writes it: fixed lines struck through, findings where they stand.
   * @returns {Promise<{version: number, lines: number, closed: boolean}>}
   */
  async refresh() {
    const answer = await ask(`/s/${session}/record/lines`, { session });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const part = /** @type {HTMLElement} */ (fresh.querySelector('[data-part="ledger"]'));
    if (this.list.innerHTML !== part.innerHTML) this.list.replaceChildren(...part.childNodes);
    for (const name of ["typo", "undone", "undoneBy", "undoneSays"]) this.list.dataset[name] = part.dataset[name];
    const [me, now] = [document.querySelector('[data-live="me"]'), fresh.querySelector('[data-part="me"]')];
    if (me && now && me.innerHTML !== now.innerHTML) me.replaceChildren(...now.childNodes);
    const moment = document.querySelector("[data-moment]");
    if (moment) moment.textContent = fresh.querySelector('[data-part="moment"]')?.textContent ?? "";
    this.readBack(/** @type {HTMLElement} */ (fresh.querySelector('[data-part="read-back"]')));
    this.mark();
    return { version: Number(part.dataset.version), lines: Number(part.dataset.lines), closed: Boolean(part.dataset.closed) };
  }

  /** The read-back as it stands, unless a query is being written in it. @param {HTMLElement} fresh */
  readBack(fresh) {
    const part = /** @type {HTMLElement} */ (document.querySelector("[data-read-back]"));
    const before = part.querySelector("details");
    if (part.querySelector("form:not([hidden])") || part.dataset.drawn === fresh.innerHTML) return;
    part.dataset.drawn = fresh.innerHTML;
    const same = before?.dataset.upto === fresh.querySelector("details")?.dataset.upto;
    if (same && before) fresh.querySelector("details")?.toggleAttribute("open", before.open && Boolean(fresh.querySelector("[data-agree]")));
    part.replaceChildren(...fresh.childNodes);
  }

  /** @param {number} line */
  toLookAt(line) {
    keepLooks(looks().add(line));
  }

  /** Marks what was typed without a link, and brings the last line into sight. */
  mark() {
    for (const line of looks()) {
      const mark = this.list.querySelector(`#l${line} .mark`);
      if (!mark || mark.querySelector("button")) continue;
      const look = el("button", { class: "chip verdict pending", type: "button" }, icon("pending"), say("look"));
      look.addEventListener("click", () => {
        const all = looks();
        all.delete(line);
        keepLooks(all);
        look.remove();
        this.lookAt(line);
      });
      mark.append(look);
    }
    for (const [line, by] of this.by) {
      const what = this.list.querySelector(`#l${line} .what`);
      if (what && !what.querySelector(".by")) what.append(el("small", { class: "by" }, by));
    }
    const section = this.list.parentElement;
    section?.scrollTo({ top: section.scrollHeight });
  }

  /** What waits, in its order; the first may have been refused. */
  showPending() {
    const { waiting, stuck } = this.outbox;
    const refused = stuck && stuck.problem.code !== "stale" ? stuck : null;
    const row = (/** @type {import("./outbox.js").Waiting} */ entry, /** @type {number} */ i) =>
      refused?.entry === entry ? this.refusedLine(entry, refused.problem, i) : this.waitingLine(entry, i);
    this.pending.replaceChildren(...waiting.map(row));
    this.mark();
  }

  /** @param {import("./outbox.js").Waiting} entry @param {number} i */
  waitingLine(entry, i) {
    const text = typeof entry.line === "string" ? entry.line : "";
    const look = () => el("span", { class: "chip verdict pending" }, icon("pending"), say("look"));
    const mark = entry.look ? look() : el("span", { class: "pending" }, icon("pending", say("pending")));
    return el("li", { class: "line pending" }, el("span", { class: "no" }, `·${i + 1}`),
      el("div", { class: "what" }, entry.says || text, entry.says && text ? el("span", { class: "nota" }, text) : null),
      el("span", { class: "mark" }, mark));
  }

  /**
   * Not taken: its reason, and two ways on. Those behind it wait.
   * @param {import("./outbox.js").Waiting} entry @param {import("./api.js").Problem} problem @param {number} i
   */
  refusedLine(entry, problem, i) {
    const kept = this.refused.get(entry.id);
    if (kept) return kept;
    const text = typeof entry.line === "string" ? entry.line : "";
    const plain = { autocomplete: "off", autocapitalize: "off", spellcheck: "false" };
    const field = /** @type {HTMLInputElement} */ (el("input", { class: "code", type: "text", value: text, "aria-label": say("its-text"), ...plain }));
    const send = el("button", { class: "btn primary" }, say("send-it"));
    const drop = el("button", { class: "btn", type: "button", "data-drop": "" }, say("drop"));
    const mark = el("span", { class: "chip verdict broken" }, icon("broken"), say("not-recorded"));
    const { seat: own = "", names = "{}" } = document.body.dataset;
    const others = problem.code === "not-allowed" && own ? say("own-only", { name: JSON.parse(names)[own] ?? own }) : "";
    const why = el("p", { class: "small", role: "alert" }, mark, " ", others || problem.detail, " ", others ? say("ask-owner") : "");
    const mean = el("div", { class: "mean", hidden: "" });
    const rewrite = (/** @type {string} */ line) => (this.refused.delete(entry.id), this.outbox.rewrite(entry, line));
    if (text) showSuggestion(mean, text, problem.suggestion ?? null, { take: (line) => (field.value = line), record: rewrite });
    const form = el("form", { class: "refusedline" }, text ? field : entry.says, why, mean,
      el("div", { class: "row" }, text ? send : null, drop));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      rewrite(field.value.trim());
    });
    drop.addEventListener("click", () => this.outbox.drop(entry));
    const made = el("li", { class: "line refused" }, el("span", { class: "no" }, `·${i + 1}`),
      el("div", { class: "what" }, form), el("span", { class: "mark" }));
    this.refused.set(entry.id, made);
    return made;
  }
}
