// @ts-check
/** Keeps the newest checkpoint that this browser saw of a table, and warns when a later one does not extend it. */

import { read } from "./api.js";
import { el } from "./dom.js";
import { isConsistent } from "./merkle.js";
import { fullTime } from "./times.js";

const PREFIX = "checkpoint:";
const session = document.body.dataset.session ?? "";
const texts = /** @type {HTMLElement | null} */ (document.querySelector("[data-checkpoint]"))?.dataset ?? {};

/** @typedef {{origin: string, size: number, root: string, note: string, at: string}} Kept */

/** @returns {Kept | null} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + session) ?? "null");
  } catch {
    return null;
  }
}

/** @param {Kept} checkpoint */
function keep(checkpoint) {
  try {
    localStorage.setItem(PREFIX + session, JSON.stringify(checkpoint));
  } catch {
    // a browser that keeps nothing cannot be a witness
  }
}

/** The parts of a signed note. @param {string} note @returns {Kept} */
function parts(note) {
  const [origin, size, root] = note.split("\n");
  return { origin, size: Number(size), root, note, at: new Date().toISOString() };
}

/** A checkpoint that was scanned: it stands behind the # of the address. @returns {Kept | null} */
function scanned() {
  const found = /^#c=(.+)$/.exec(location.hash);
  if (!found) return null;
  history.replaceState(null, "", location.pathname + location.search);
  const checkpoint = parts(decodeURIComponent(found[1]));
  return checkpoint.origin.split("/")[2] === session && checkpoint.size > 0 ? checkpoint : null;
}

/** Whether what the service shows now extends a checkpoint. @param {Kept} old */
async function extendsIt(old) {
  const now = await read(`/api/sessions/${session}/checkpoint?since=${old.size}`, { session });
  if (!now.checkpoint) return { now, fits: true };
  const newer = parts(now.checkpoint);
  const sameLog = newer.origin === old.origin || now.restored > 0;
  return { now, fits: sameLog && isConsistent(old.size, newer.size, old.root, newer.root, now.consistency) };
}

/** Anybody can make up a link with a checkpoint, so a scanned one warns of less than one that this device kept.
 * @param {Kept} old @param {boolean} sent */
function warn(old, sent) {
  const place = document.querySelector("main");
  if (!place || document.querySelector("[data-checkpoint-warning]")) return;
  const save = el("a", { class: "btn primary", download: "checkpoint.txt", href: URL.createObjectURL(new Blob([old.note])) }, texts.save ?? "");
  const says = el(
    "div",
    {},
    el("p", {}, el("b", {}, (sent ? texts.sent : texts.warning) ?? "")),
    el("p", { class: "small" }, ((sent ? texts.sentSays : texts.mismatch) ?? "").replace("{at}", fullTime(old.at)).replace("{size}", String(old.size))),
    el("p", {}, save),
  );
  place.prepend(el("div", { class: sent ? "notice" : "notice broken", role: "alert", "data-checkpoint-warning": "" }, says));
}

/** Compares with what was kept, and keeps what is newer if it fits. */
async function witness() {
  const own = kept(), sent = scanned();
  try {
    for (const old of [own, sent]) {
      if (!old) continue;
      const { now, fits } = await extendsIt(old);
      if (!fits) return warn(old, old === sent);
      if (now.checkpoint) keep(parts(now.checkpoint));
    }
    if (!own && !sent) {
      const now = await read(`/api/sessions/${session}/checkpoint`, { session });
      if (now.checkpoint) keep(parts(now.checkpoint));
    }
  } catch {
    return; // without a link nothing can be compared
  }
  show();
}

/** Says what this browser keeps. */
function show() {
  const place = document.querySelector("[data-kept-checkpoint]"), held = kept();
  if (place && held) place.textContent = (texts.keeps ?? "").replace("{size}", String(held.size)).replace("{at}", fullTime(held.at));
}

if (session) witness();
