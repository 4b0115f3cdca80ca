// @ts-check
/** Fills the form of a new table with the people, game and variants of an earlier one. */

import { read } from "./api.js";

/** @typedef {{letter: string, name: string}} Seat */

const inputs = (/** @type {string} */ which) => /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll(which)]);

/** @param {string} which @param {string} value */
function check(which, value) {
  const found = inputs(which).find((input) => input.value === value);
  if (found) found.checked = true;
}

/** Keeps the faces a table has seen as a box; the id of that box. @param {string} session @param {string} game @returns {Promise<string>} */
async function keptBox(session, game) {
  const { faces } = await read(`/api/sessions/${session}/faces`, { session });
  return (await read(`/api/games/${game}/boxes`, { method: "POST", body: { faces } })).id;
}

/**
 * Fills people, seats, colours, variants, readings, faces and help; the table's id must be one this browser may read.
 * @param {string} session @param {HTMLElement[]} rows the rows of the seats
 * @returns {Promise<string>} the id of the box with the faces that were seen there; empty where they were made up
 */
export async function sameAgain(session, rows) {
  const { table } = await read(`/api/sessions/${session}`, { session });
  rows.forEach((row, i) => (row.hidden = i >= table.seats.length));
  const codes = document.querySelector("[data-sided]") ? [...(table.told.colours ?? "")] : [];
  table.seats.forEach((/** @type {Seat} */ seat, /** @type {number} */ i) => {
    inputs(`input[name="name${i}"]`)[0].value = seat.name === seat.letter ? "" : seat.name;
    if (codes.length) for (const input of inputs(`input[name="c${i}"]`)) input.checked = input.dataset.code === codes[i];
    else check(`input[name="c${i}"]`, seat.letter);
    if (seat.letter === table.first) check('input[name="first"]', String(i));
  });
  for (const input of inputs('input[name="variant"]')) input.checked = table.variants.includes(input.value);
  for (const [question, reading] of Object.entries(table.readings)) check(`input[name="reading-${question}"]`, String(reading));
  const box = table.faces === "stand-in" ? "" : await keptBox(session, table.game);
  check('input[name="faces"]', box ? "box" : table.faces);
  check('input[name="help"]', table.help ? "on" : "off");
  inputs('input[name="guests"]')[0].checked = table.guests;
  check('input[name="text"]', table.text);
  for (const word of ["place", "scribe", "edition", "house", "claims", "appeals"])
    /** @type {HTMLInputElement} */ (document.querySelector(`[name="${word}"]`)).value = table[word] ?? "";
  document.querySelectorAll("select[name^=told-]").forEach((select) => {
    const list = /** @type {HTMLSelectElement} */ (select);
    list.dataset.wanted = table.told[list.name.slice(5)] ?? "";
  });
  return box;
}
