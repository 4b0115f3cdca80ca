// @ts-check
/** The home page: the tables this browser has a key for, and the box for a short table code. */

import { ask, read, Refused } from "./api.js";
import { el, say } from "./dom.js";
import { drop, keep, keyOf, newKey, tables } from "./keys.js";
import "./offline_start.js";
import { localTimes, timeOf } from "./times.js";

const MOST = 20; // tables that are asked for; older keys stay where they are
const find = (/** @type {string} */ which) => /** @type {HTMLElement} */ (document.querySelector(which));

// Your tables ------------------------------------------------------------------------------------------

/** What the holder of a key reads about a table; nothing where the key is worth nothing any more. @param {string} session */
async function tableOf(session) {
  try {
    return await read(`/api/sessions/${session}`, { session });
  } catch (error) {
    if (error instanceof Refused && error.problem.status === 404) drop(session); // deleted, or the role taken back where guests may not look
    return null;
  }
}

/** Who I am there, how far it is, whose turn it is, and when the last line came. @param {any} table @returns {(string | Node)[]} */
function standing(table) {
  const called = (/** @type {string} */ letter) => table.table.seats.find((/** @type {any} */ seat) => seat.letter === letter)?.name ?? letter;
  const role = table.seat ? say("as-seat", { name: called(table.seat), letter: table.seat }) : say(`as-${table.role}`);
  const waits = table.moment.waits;
  const turn = table.closed ? say("closed") : waits.includes(table.seat) ? say("your-turn") : waits.length ? say("turn-of", { name: waits.map(called).join(say("and")) }) : "";
  return [[role, table.closed ? "" : table.moment.says, turn].filter(Boolean).join(" · "), ` · ${table.closed ? "" : `${say("last-line")} `}`, timeOf(table.at)];
}

/** @param {any} table */
function card(table) {
  const at = `/s/${table.session}`;
  const records = !table.closed && table.may.includes("own");
  const main = table.closed ? [`${at}/result`, say("result")] : records ? [`${at}/record`, say("go-on")] : [at, say("watch")];
  const names = table.table.seats.map((/** @type {any} */ seat) => seat.name).join(", ");
  const again = el("a", { class: "btn", href: `/lay?game=${table.game}&again=${table.session}` }, say("again"));
  return el("li", { class: "mine" },
    el("p", {}, el("a", { class: "tt", href: at }, table.name), el("span", { class: "dim small" }, ` ${names}`)),
    el("p", { class: "small dim" }, ...standing(table)),
    ...table.questions.map((/** @type {any} */ dispute) => el("p", { class: "small" }, el("b", {}, say("disputed")), " ", el("a", { href: `${at}/disputes/${dispute.line}` }, dispute.says))),
    el("p", { class: "row" }, el("a", { class: `btn${table.closed ? "" : " primary"}`, href: main[0] }, main[1]), again));
}

async function yours() {
  const list = /** @type {HTMLElement | null} */ (document.querySelector("[data-yours]"));
  const held = tables().sort((one, other) => (keyOf(other)?.since ?? 0) - (keyOf(one)?.since ?? 0)).slice(0, MOST);
  if (!list || !held.length) return;
  const games = JSON.parse(list.dataset.games ?? "{}");
  const found = (await Promise.all(held.map(tableOf))).filter((table) => table && table.role !== "guest").map((table) => ({ ...table, name: games[table.game] ?? table.game }));
  found.sort((one, other) => Number(one.closed) - Number(other.closed) || other.at.localeCompare(one.at));
  list.replaceChildren(...found.map(card));
  /** @type {HTMLElement} */ (list.closest("section")).hidden = !found.length;
}

// Joining ----------------------------------------------------------------------------------------------

/** The code is looked at first: a browser that has a role at that table keeps it. @param {string} code */
async function join(code) {
  const leads = await read("/api/joins", { method: "POST", body: { code } });
  const { session, role } = leads;
  if (role === "guest" || keyOf(session)) return location.assign(`/s/${session}`);
  const token = newKey();
  const joined = await read("/api/joins", { method: "POST", token, body: { code } });
  keep(session, { token, role: joined.role, seat: joined.seat });
  const { home } = await (await ask(`/s/${session}/key`, { method: "POST", token })).json();
  location.assign(home);
}

document.querySelector("[data-join]")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (find("#join-code"));
  const says = find("[data-join-says]");
  const button = /** @type {HTMLButtonElement} */ (find("[data-join] button"));
  says.textContent = "";
  field.removeAttribute("aria-invalid");
  button.disabled = true;
  try {
    await join(field.value);
  } catch (error) {
    says.textContent = /** @type {Error} */ (error).message;
    field.setAttribute("aria-invalid", "true");
    field.focus();
  }
  button.disabled = false;
});

localTimes();
yours();
