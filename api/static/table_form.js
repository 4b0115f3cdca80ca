// @ts-check
/** The form of a new table: explains conflicts at once, and shows a code for each role at the end. */

import { sameAgain } from "./same_table.js";
import { ask, read } from "./api.js";
import { el, say } from "./dom.js";
import { inOneLine } from "./draft.js";
import { coded } from "./shared_link.js";
import { keep, keyOf, newKey } from "./keys.js";
import { knownNames, rememberNames } from "./names.js";
import { keyFor, made } from "./outbox.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-lay]"));
const find = (/** @type {string} */ which) => /** @type {HTMLElement} */ (document.querySelector(which));
const all = (/** @type {string} */ which) => /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll(which)]);
const { game = "", named = "", club = "" } = form.dataset;
/** @type {string[]} who may be on which side, where the sides have the colours */
const sides = form.dataset.sided?.split(" ") ?? [];
const sided = sides.length > 0;
const players = (form.dataset.players ?? "").split(" ").map(Number);
const rows = all("[data-row]");
const WAIT = 150; // milliseconds after the last change
/** @type {string} the id of the box that was entered */ let box = "";

const seated = () => rows.filter((row) => !row.hidden);
const chosen = (/** @type {string} */ name) => String(new FormData(form).get(name) ?? "");
const colour = (/** @type {number} */ seat) => find(`input[name="c${seat}"]:checked`)?.dataset ?? {};
const otherwise = () => all('input[name^="reading-"]:checked:not([data-default])');

/** The table as the form states it now. */
function table() {
  const called = (/** @type {number} */ i) => chosen(`name${i}`).trim() || (sided ? chosen(`c${i}`) : colour(i).called ?? "");
  const seats = seated().map((_, i) => ({ letter: chosen(`c${i}`), name: called(i) }));
  const asked = [...new FormData(form)].filter(([name, value]) => name.startsWith("told-") && value).map(([name, value]) => [name.slice(5), value]);
  if (sided) asked.push(["colours", seats.map((_, i) => colour(i).code).join("")]);
  return {
    game, seats,
    told: Object.fromEntries(asked),
    readings: Object.fromEntries(otherwise().map((input) => [input.name.slice(8), input.value])),
    faces: chosen("faces") === "box" ? box || "printed" : chosen("faces"),
    first: seats[Number(chosen("first"))]?.letter ?? seats[0].letter,
    variants: new FormData(form).getAll("variant"),
    help: chosen("help") === "on",
    guests: chosen("guests") === "on",
    text: chosen("text"),
    edition: chosen("edition").trim(),
    house: inOneLine(chosen("house")),
    claims: chosen("claims"),
    appeals: chosen("appeals"),
    place: chosen("place"),
    scribe: chosen("scribe"),
    date: new Date().toLocaleDateString("sv"),
  };
}

/** @param {string[]} names */
const listed = (names) => (names.length < 2 ? names.join("") : names.slice(0, -1).join(", ") + say("and") + names.at(-1));

/** The agreement as one would read it aloud. @param {ReturnType<typeof table>} setup */
function readBack(setup) {
  const begins = setup.seats.findIndex((seat) => seat.letter === setup.first);
  const then = [...setup.seats.slice(begins + 1), ...setup.seats.slice(0, begins)].map((seat) => seat.name);
  const others = then.length ? say("reads-then", { names: listed(then) }) : "";
  const variants = all('input[name="variant"]:checked').map((input) => input.dataset.called ?? "");
  const questions = otherwise().map((input) => input.name.slice(8));
  return [
    say("reads", { game: named, count: setup.seats.length, first: setup.seats[begins].name, others }),
    variants.length ? say("reads-variants", { variants: listed(variants) }) : say("reads-plain"),
    questions.length ? say("reads-readings", { count: questions.length, which: listed(questions) }) : say("reads-defaults"),
    say(`reads-${chosen("faces")}`), say(`reads-${chosen("help")}`),
  ].join(" ");
}

/** @typedef {{possible: boolean, says: string, between: string[], warnings: string[]}} Agreed */

/** Two seats of one colour, and what does not go together, are shown before the table is set up. */
async function check() {
  shape();
  const setup = table();
  find("[data-readback]").textContent = readBack(setup);
  const twice = sided ? !sides.includes(setup.told.colours) : new Set(setup.seats.map((seat) => seat.letter)).size < setup.seats.length;
  find("[data-twice]").hidden = !twice;
  if (twice) return settle(2);
  try {
    const faces = chosen("faces") === "box" ? "printed" : setup.faces;
    clash(await read("/api/tables", { method: "POST", body: { ...setup, faces } }));
  } catch (error) {
    clash({ possible: false, says: /** @type {Error} */ (error).message, between: [], warnings: [] });
  }
}

/** What there is to be settled before the table can be set up. @param {number} question 0: nothing */
function settle(question) {
  /** @type {HTMLButtonElement} */ (find("[data-lay-it]")).disabled = question > 0;
  find("[data-refused]").textContent = question ? say("to-settle", { question }) : "";
}

/** The names of these variants where a sentence has their codes. @param {string} says @param {string[]} ids */
const inNames = (says, ids) => all('input[name="variant"]').filter((input) => ids.includes(input.value)).reduce(
  (text, input) => text.replaceAll(new RegExp(`(?<![\\w-])${input.value}(?![\\w-])`, "g"), () => input.dataset.called ?? input.value),
  says.replaceAll(" | ", say("or")));

/** @param {Agreed} agreed */
function clash(agreed) {
  find("[data-clash]").hidden = agreed.possible;
  find("[data-clash-says]").textContent = inNames(agreed.says, agreed.between.flatMap((id) => id.split(" | ")));
  find("[data-clash-fix]").replaceChildren(...agreed.between.flatMap(wayOut));
  find("[data-unwise]").hidden = !agreed.warnings.length;
  find("[data-unwise-says]").textContent = agreed.warnings.map((warning) => inNames(warning, table().variants.map(String))).join(" · ");
  settle(agreed.possible ? 0 : 3);
}

/** One of two that do not go together can be left; what one of them lacks can be added. @param {string} id @returns {HTMLElement[]} */
function wayOut(id) {
  const [question, reading] = id.split("=");
  const lacking = id.split(" | ").flatMap((other) => all(`input[name="variant"][value="${CSS.escape(other)}"]:not(:checked)`));
  if (lacking.length) return lacking.map((input) => way(say("with", { name: input.dataset.called ?? input.value }), () => (input.checked = true)));
  const taken = all(`input[value="${CSS.escape(reading ?? id)}"]:checked`)
    .find((input) => input.name === "variant" || input.name === `reading-${question}`);
  if (!taken || taken.dataset.default !== undefined) return [];
  const variant = taken.name === "variant";
  const says = variant ? say("drop", { name: taken.dataset.called ?? id }) : say("default-of", { name: question });
  return [way(says, () => {
    taken.checked = false;
    if (!variant) for (const input of all(`input[name="${taken.name}"][data-default]`)) input.checked = true;
  })];
}

/** @param {string} says @param {() => void} act */
function way(says, act) {
  const made = el("button", { class: "btn", type: "button" }, says);
  made.addEventListener("click", () => {
    act();
    check();
  });
  return made;
}

/** What depends on the answers so far: who can be the youngest, whether a box is asked for, how many may sit. */
function shape() {
  const now = seated().length;
  for (const button of all("[data-seats]"))
    button.disabled = !players.some((count) => (button.dataset.seats === "1" ? count > now : count < now));
  for (const list of /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll("select[data-of-seats]"))) {
    const kept = list.dataset.wanted || list.value;
    const seats = seated().map((_, i) => el("option", { value: chosen(`c${i}`) }, chosen(`name${i}`).trim() || colour(i).called || chosen(`c${i}`)));
    list.replaceChildren(/** @type {Node} */ (list.firstElementChild), ...seats);
    list.value = kept;
    if (list.selectedIndex < 0) list.selectedIndex = 0;
    list.removeAttribute("data-wanted");
  }
  find("[data-box-field]").hidden = chosen("faces") !== "box";
  shelve();
}

/** What goes with another variant only is shown once that is chosen; a closed shelf says how many were taken from it. */
function shelve() {
  const taken = new FormData(form).getAll("variant");
  for (const input of /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-under]")]))
    input.hidden = !taken.includes(input.dataset.under ?? "") && !input.querySelector(":checked");
  for (const shelf of document.querySelectorAll("[data-shelf]")) {
    const [count, where] = [shelf.querySelectorAll(":checked").length, /** @type {HTMLElement} */ (shelf.querySelector("[data-chosen]"))];
    where.hidden = !count;
    where.textContent = say("chosen", { count });
  }
}

/** @type {ReturnType<typeof setTimeout> | undefined} */ let soon;
form.addEventListener("input", () => {
  clearTimeout(soon);
  soon = setTimeout(check, WAIT);
});
for (const button of all("[data-seats]"))
  button.addEventListener("click", () => {
    const now = seated().length;
    const next = button.dataset.seats === "1" ? players.find((count) => count > now) : players.findLast((count) => count < now);
    if (next) rows.forEach((row, i) => (row.hidden = i >= next));
    if (Number(chosen("first")) >= seated().length) for (const input of all('input[name="first"][value="0"]')) input.checked = true;
    check();
  });
find("[data-box]").addEventListener("change", async (event) => {
  const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
  const where = find("[data-box-says]");
  if (!file) return;
  try {
    const entered = JSON.parse(await file.text());
    const kept = await read(`/api/games/${game}/boxes`, { method: "POST", body: { faces: entered.faces ?? entered } });
    box = kept.id;
    where.textContent = say("box-kept", { box });
  } catch (error) {
    /** @type {HTMLInputElement} */ (event.target).value = ""; // else the fixed file would be no change
    where.textContent = error instanceof SyntaxError ? say("not-json") : /** @type {Error} */ (error).message;
  }
});

const token = (club && keyOf(club)?.token) || newKey();
const keyOfSetup = keyFor();

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const refused = find("[data-refused]");
  shape();
  if (chosen("faces") === "box" && !box) {
    find("[data-box-says]").textContent = say("choose-box");
    return find("[data-box]").focus();
  }
  try {
    const setup = table();
    const { session } = await read(club ? `/api/clubs/${club}/sessions` : "/api/sessions", { method: "POST", token, key: keyOfSetup(setup), body: setup });
    keep(session, { token, role: "owner", seat: null });
    rememberNames(all("[data-row]:not([hidden]) input[type=text]").map((input) => input.value));
    await ask(`/s/${session}/key`, { method: "POST", token });
    const [seconds, lines] = String(new FormData(form).get("delay")).split(" ").map(Number);
    if (seconds || lines) await ask(`/api/sessions/${session}/delay`, { method: "POST", token, key: made(), body: { seconds, lines } });
    await codes(session, setup);
  } catch (error) {
    refused.textContent = /** @type {Error} */ (error).message;
  }
});

/** A code for everybody. @param {string} session @param {ReturnType<typeof table>} setup */
async function codes(session, setup) {
  form.hidden = find("[data-title]").hidden = true;
  find("[data-codes]").hidden = false;
  find("[data-laid]").textContent = readBack(setup);
  find("[data-to-record]").setAttribute("href", `/s/${session}/record`);
  find("[data-to-watch]").setAttribute("href", `/s/${session}`);
  find("#cd").focus();
  const wanted = [{ role: "scribe" }, ...setup.seats.map((seat) => ({ role: "seat", seat: seat.letter })), { role: "arbiter" }, { role: "viewer" }];
  for (const body of wanted) {
    const given = await read(`/api/sessions/${session}/grants`, { method: "POST", token, key: made(), body });
    const who = setup.seats.find((seat) => seat.letter === given.seat)?.name ?? say(given.role === "scribe" ? "scribe-role" : given.role);
    find("[data-links]").append(el("li", {}, ...coded(given, who)));
  }
  find("[data-codes]").dataset.ready = "yes";
}

/** The table that this one repeats, where the address names one. */
async function begin() {
  find("#known-names").append(...knownNames().map((name) => el("option", { value: name })));
  const again = new URLSearchParams(location.search).get("again") ?? "";
  try {
    if (again) box = await sameAgain(again, rows);
    for (const list of /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll("select[data-wanted]")))
      if (list.dataset.ofSeats === undefined) list.value = list.dataset.wanted ?? "";
    if (again) find("[data-again]").hidden = false;
    if (box) find("[data-box-says]").textContent = say("box-kept", { box });
  } catch (error) {
    find("[data-refused]").textContent = /** @type {Error} */ (error).message;
  }
  check();
}

/** Saves the variants and readings as the club's house rules for this game. */
async function saveHouseRules() {
  const { variants, readings } = table();
  const says = find("[data-house-says]");
  try {
    const { settings } = await read(`/api/clubs/${club}`, { token });
    const rules = [...settings.rules.filter((/** @type {{game: string}} */ rule) => rule.game !== game), { game, variants, readings }];
    await read(`/api/clubs/${club}/settings`, { method: "PUT", token, key: made(), body: { ...settings, rules } });
    says.textContent = say("house-saved");
  } catch (error) {
    says.textContent = /** @type {Error} */ (error).message;
  }
}

document.querySelector("[data-house]")?.addEventListener("click", saveHouseRules);
find("[data-print]").addEventListener("click", () => print());
begin();
