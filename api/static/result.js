// @ts-check
/** The result page: points entered on a number pad and compared by the server; closing and reopening the record. */

import { ask, read, Refused } from "./api.js";
import { el, icon, say } from "./dom.js";
import { copied } from "./shared_link.js";
import { drop } from "./keys.js";
import { made } from "./outbox.js";
import { localTimes } from "./times.js";

const { session = "" } = document.body.dataset;
const section = /** @type {HTMLElement} */ (document.querySelector("[data-result]"));
const find = (/** @type {string} */ which) => /** @type {HTMLElement | null} */ (section.querySelector(which));
const rows = /** @type {HTMLElement[]} */ ([...section.querySelectorAll("tr[data-side]")]);
const LONGEST = 5; // digits of a score
const WAIT = 250; // milliseconds after the last digit

/** What stands in each row: digits, perhaps with a sign. @type {Map<HTMLElement, string>} */
const typed = new Map(rows.map((row) => [row, ""]));
let active = rows[0];
let [same, none] = [false, false];
/** @type {any} the server's comparison of what is typed now */ let result = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */ let soon;

const points = (/** @type {HTMLElement} */ row) => (/\d/.test(typed.get(row) ?? "") ? Number(typed.get(row)) : null);
const missing = () => rows.filter((row) => points(row) === null);

/** The points of every seat of every side that has any. */
const stated = () => Object.fromEntries(rows.flatMap((row) => {
  const counted = points(row);
  return counted === null ? [] : (row.dataset.seats ?? "").split(" ").map((letter) => [letter, counted]);
}));

/** Half entered it survives a reload. */
const KEPT = `griffier-result:${session}`;

function keepTyped() {
  const kept = { typed: rows.map((row) => typed.get(row)), same, none };
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
}

function restore() {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  if (kept?.typed?.length !== rows.length) return;
  if (kept.same) return choose(true); // the computed points may be others by now
  none = kept.none;
  rows.forEach((row, i) => typed.set(row, kept.typed[i]));
  active = missing()[0] ?? active;
  changed();
}

function show() {
  for (const row of rows) {
    const button = /** @type {HTMLElement} */ (row.querySelector("[data-in]"));
    button.textContent = typed.get(row) || "—";
    button.setAttribute("aria-pressed", String(row === active && !same && !none));
  }
  find("[data-same]")?.setAttribute("aria-pressed", String(same));
  find("[data-none]")?.setAttribute("aria-pressed", String(none));
  const open = none || same ? [] : missing();
  const says = /** @type {HTMLElement} */ (find("[data-open]"));
  says.textContent = same ? say("same-chosen") : none ? say("none-chosen") : open.length ? say("points-of", { name: open[0].dataset.name ?? "" }) : say("all-stated");
  /** @type {HTMLButtonElement} */ (find("[data-close-it]")).disabled = open.length > 0;
}

/** The verdicts and the lines to look at, as the server compares them. */
async function compare() {
  try {
    result = none ? null : await read(`/api/sessions/${session}/result`, { method: "POST", session, body: { stated: stated() } });
  } catch {
    result = null; // without a link nothing is compared; closing says so
  }
  for (const row of rows) {
    const side = result?.sides.find((/** @type {any} */ each) => each.seats[0] === row.dataset.side);
    const where = /** @type {HTMLElement} */ (row.querySelector("[data-verdict]"));
    where.replaceChildren(...(!side || side.stated === null ? [] : [side.differs
      ? el("span", { class: "contradiction" }, icon("contradiction", say("difference")), side.by === null ? "" : `${side.by > 0 ? "+" : "−"}${Math.abs(side.by)}`)
      : el("span", { class: "lawful" }, icon("lawful", say("agrees")))]));
  }
  const differing = (result?.sides ?? []).filter((/** @type {any} */ side) => side.differs);
  find("[data-differences]")?.replaceChildren(...differing.map((/** @type {any} */ side) => el("p", { class: "notice contradiction" }, icon("contradiction"),
    el("span", {}, el("b", {}, side.says), ...(side.line ? [` ${say("look")} `, el("a", { href: `/s/${session}/replay?line=${side.line}` }, side.look)] : [])))));
}

function changed() {
  show();
  keepTyped();
  clearTimeout(soon);
  soon = setTimeout(compare, WAIT);
}

/** @param {(text: string) => string} edit */
function edit(edit) {
  if (same || none) for (const row of rows) typed.set(row, "");
  [same, none] = [false, false];
  typed.set(active, edit(typed.get(active) ?? ""));
  changed();
}

const append = (/** @type {string} */ digit) => edit((text) => (text.replace("-", "").length < LONGEST ? text.replace(/^(-?)0$/, "$1") + digit : text));

function listenToPad() {
  find("[data-pad]")?.addEventListener("click", (event) => {
    const key = /** @type {HTMLElement} */ (event.target).closest("button");
    if (!key) return;
    if (key.dataset.digit) append(key.dataset.digit);
    else if ("erase" in key.dataset) edit((text) => text.slice(0, -1));
    else if ("sign" in key.dataset) edit((text) => (text.startsWith("-") ? text.slice(1) : `-${text}`));
    else choose("same" in key.dataset);
  });
  for (const row of rows)
    row.querySelector("[data-in]")?.addEventListener("click", () => {
      active = row;
      show();
    });
  section.addEventListener("keydown", (event) => {
    if (find("[data-sure]")?.hidden === false) return;
    if (/^\d$/.test(event.key)) append(event.key);
    else if (event.key === "Backspace") edit((text) => text.slice(0, -1));
    else if (event.key === "-") edit((text) => (text.startsWith("-") ? text.slice(1) : `-${text}`));
    else return;
    event.preventDefault();
  });
}

/** The computed result taken as it is, or none stated at all. @param {boolean} computed */
function choose(computed) {
  [same, none] = [computed, !computed];
  for (const row of rows) typed.set(row, computed && /^-?\d+$/.test(row.dataset.computed ?? "") ? row.dataset.computed ?? "" : "");
  changed();
}

/** The second tap says what will be kept. */
async function question() {
  clearTimeout(soon);
  await compare();
  const winners = result?.winners ?? [];
  const names = rows.map((row) => `${row.dataset.name} ${typed.get(row) || "—"}`).join(", ");
  const title = /** @type {HTMLElement} */ (find("[data-question]"));
  title.textContent = none || !winners.length ? say("close-sure") : say(winners.length > 1 ? "close-sure-shared" : "close-sure-winner", { names: winners.join(", ") });
  const differs = (result?.sides ?? []).some((/** @type {any} */ side) => side.differs);
  /** @type {HTMLElement} */ (find("[data-kept]")).textContent =
    [none ? say("kept-none") : say(same ? "kept-same" : "kept", { names }), differs ? say("kept-difference") : "", say("kept-reopen")].filter(Boolean).join(" ");
}

/**
 * A button that asks before it acts; the question takes its place, and the focus.
 * @param {string} which @param {() => Promise<any>} act @param {() => Promise<void>} [before]
 */
function asksFirst(which, act, before) {
  const button = /** @type {HTMLButtonElement | null} */ (find(which));
  const sure = /** @type {HTMLElement} */ (find("[data-sure]"));
  button?.addEventListener("click", async () => {
    await before?.();
    sure.hidden = false;
    section.classList.add("asking");
    /** @type {HTMLElement} */ (sure.querySelector("h3")).focus();
    const yes = /** @type {HTMLButtonElement} */ (sure.querySelector("[data-yes]"));
    const back = () => {
      sure.hidden = true;
      section.classList.remove("asking");
      button.focus();
    };
    /** @type {HTMLElement} */ (sure.querySelector("[data-no]")).onclick = back;
    sure.onkeydown = (event) => {
      if (event.key === "Escape") back();
    };
    yes.onclick = async () => {
      yes.disabled = true;
      try {
        await act();
      } catch (error) {
        /** @type {HTMLElement} */ (find("[data-says]")).textContent = /** @type {Error} */ (error).message;
        back();
        if (error instanceof Refused && error.problem.code === "stale") location.reload(); // what is computed is another now
      }
      yes.disabled = false;
    };
  });
}

const closing = `/api/sessions/${session}/closing`;
const seen = Number(section.dataset.version);
asksFirst("[data-reopen]", async () => {
  await ask(closing, { method: "DELETE", session, key: made() });
  location.assign(`/s/${session}/record`);
});
asksFirst("[data-delete]", async () => {
  await ask(`/api/sessions/${session}`, { method: "DELETE", session, key: made() });
  drop(session);
  location.assign("/");
});
asksFirst("[data-close-it]", async () => {
  await ask(closing, { method: "POST", session, key: made(), body: same ? { same, seen } : { stated: none ? {} : stated(), seen } });
  sessionStorage.removeItem(KEPT);
  location.reload();
}, question);
find("[data-share]")?.addEventListener("click", async (event) => {
  const address = location.href.split(/[?#]/)[0];
  if (navigator.share) await navigator.share({ title: document.title, url: address }).catch(() => {});
  else copied(address, /** @type {HTMLElement} */ (event.currentTarget));
});
localTimes();
if (find("[data-pad]")) {
  listenToPad();
  show();
  restore();
}
