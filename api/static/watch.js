// @ts-check
/** The pages for spectators: every line updates scores, board and last lines, as the server draws them. */

import { read } from "./api.js";
import { Board, pannable } from "./board.js";
import { boardLayout, chooseLayout } from "./board_layout.js";
import { say } from "./dom.js";
import { listen } from "./live_stream.js";
import { made } from "./outbox.js";
import { clockTime, localTime } from "./times.js";

const { session = "", lines = "0", ruled = "true", screen = "" } = document.body.dataset;
const stage = /** @type {HTMLElement | null} */ (document.querySelector("[data-board]"));
const narrow = matchMedia("(max-width: 719px)");
const board = stage ? new Board(stage, document.querySelector("[data-aside]")) : null;
const whole = /** @type {HTMLElement | null} */ (document.querySelector("[data-whole]"));
const last = /** @type {HTMLElement | null} */ (document.querySelector("[data-last]"));
const STAMP_SHOWN = 10_000; // milliseconds an overlay shows a ruling
let has = "";
let place = -1;
let drawnAs = "";
let busy = false;
let again = false;

async function draw() {
  if (!stage || !board) return;
  const layout = screen || (narrow.matches ? "narrow" : boardLayout());
  if (board.aside && layout !== "tv") board.aside.replaceChildren();
  if (layout !== drawnAs) place = -1; // turned: nothing of the old drawing fits
  const from = place < 0 ? "" : `&first=${place}&has=${has}`;
  const drawn = await read(`/api/sessions/${session}/pictures?layout=${layout}&ruled=${ruled}${from}`, { session });
  if (drawn.svg) board.show(drawn.svg);
  for (const patch of drawn.patches) board.apply(patch);
  [has, place, drawnAs] = [drawn.mark, drawn.first + drawn.patches.length, layout];
  if (whole && last) whole.hidden = last.hidden = !board.map;
  if (place < drawn.places - 1) await draw();
  stage.dataset.ready = String(drawn.lines.at(-1) ?? 0); // the line that is shown
}

async function scores() {
  const answer = await fetch(`/s/${session}/scores?ruled=${ruled}${screen && "&tv=true"}`, { headers: { "accept-language": document.documentElement.lang } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const before = stamped();
  for (const part of fresh.querySelectorAll("[data-part]")) {
    const name = /** @type {HTMLElement} */ (part).dataset.part;
    const where = document.querySelector(`[data-live="${name}"]`);
    where?.replaceChildren(...part.childNodes);
  }
  if (stamped() !== before) press();
  fitLines();
  if (screen) tellTime();
}

/** A television shows whole lines only: those that do not fit fall out at the top; the last one always stays. */
function fitLines() {
  const list = document.querySelector(".tv-lines .ledger");
  if (!list) return;
  const lines = [...list.children];
  for (const line of lines) line.classList.remove("out");
  const top = list.getBoundingClientRect().top - 1;
  const out = lines.slice(0, -1).filter((line) => line.getBoundingClientRect().top < top);
  for (const line of out) line.classList.add("out");
}

/** The ruling that is stamped on the table, if any. */
function stamped() {
  return /** @type {HTMLElement | null} */ (document.querySelector("[data-stamp]"))?.dataset.stamp;
}

/** A ruling has come: its stamp is pressed once; an overlay shows it for a while. */
function press() {
  document.querySelector("[data-stamp]")?.classList.add("fresh");
  if (screen !== "overlay") return;
  const shown = /** @type {HTMLElement | null} */ (document.querySelector('[data-live="ruling"]'));
  if (!shown || !stamped()) return;
  shown.hidden = false;
  setTimeout(() => (shown.hidden = true), STAMP_SHOWN);
}

/** One look at a time; what comes meanwhile is looked at once more afterwards. @param {(() => Promise<void>)[]} [at] */
async function look(at = [draw, scores]) {
  again = true;
  if (busy) return;
  busy = true;
  for (let now = at; again; now = [draw, scores]) {
    again = false;
    await Promise.allSettled(now.map((work) => work()));
  }
  busy = false;
}

/** @type {number} when the link to the server was lost; 0 while it is there */
let lost = 0;

/** Says how old the last line is, or since when the server is silent. */
function tellTime() {
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-clock]"))) clock.textContent = clockTime(clock.dataset.clock ?? "");
  const since = lost ? clockTime(new Date(lost).toISOString()) : "";
  const age = /** @type {HTMLElement | null} */ (document.querySelector("[data-since]"));
  const quiet = /** @type {HTMLElement | null} */ (document.querySelector("[data-quiet]"));
  if (quiet) [quiet.hidden, quiet.textContent] = [!lost, lost ? say("quiet", { time: since }) : ""];
  if (!age) return;
  age.classList.toggle("off", Boolean(lost));
  const line = age.dataset.line ?? "0";
  if (lost) age.textContent = say("offline", { time: since });
  else if (line !== "0") age.textContent = say("line", { line, ago: localTime(age.dataset.since ?? "") });
}

/** A table's owner shows a code under which everybody finds the table. */
async function showCode() {
  const where = document.querySelector("[data-join]");
  const key = `code-${session}`;
  let kept = JSON.parse(sessionStorage.getItem(key) ?? "{}");
  if (!(Date.parse(kept.until) > Date.now() + 3_600_000)) {
    kept = await read(`/api/sessions/${session}/codes`, { method: "POST", session, key: made(), body: { minutes: 1440 } });
    sessionStorage.setItem(key, JSON.stringify({ code: kept.code, until: kept.until }));
  }
  if (where) where.textContent = kept.code;
}

narrow.addEventListener("change", () => look([draw]));
chooseLayout(() => look([draw]));
if (board && !screen) pannable(board, { whole, last });
look([draw]); // the rest came with the page
if (screen) {
  new ResizeObserver(fitLines).observe(document.querySelector(".tv-lines") ?? document.body);
  tellTime();
  setInterval(tellTime, 5000);
}
if ("code" in document.body.dataset) showCode().catch(() => {}); // the address stays where there is no code

/** Whether the record was closed when this page last looked; a stream that begins tells it again. */
let closed = document.body.dataset.closed === "true";
listen(session, {
  after: Number(lines),
  line: () => {
    document.body.classList.remove("before");
    look();
  },
  session: (news) => {
    if (news.closed === closed) return;
    closed = news.closed;
    look();
  },
  link: (there) => {
    lost = there ? 0 : lost || Date.now();
    if (screen) tellTime();
  },
});
