// @ts-check
/** The watch page: every line updates scores, chart, board and the last lines, as the server draws them. */

import { read } from "./api.js";
import { Board, pannable } from "./board.js";
import { listen } from "./live_stream.js";

const { session = "", lines = "0" } = document.body.dataset;
const ruled = /** @type {HTMLElement} */ (document.querySelector(".watch")).dataset.ruled ?? "true";
const stage = /** @type {HTMLElement} */ (document.querySelector("[data-board]"));
const whole = /** @type {HTMLElement} */ (document.querySelector("[data-whole]"));
const last = /** @type {HTMLElement} */ (document.querySelector("[data-last]"));
const narrow = matchMedia("(max-width: 719px)");
const board = new Board(stage);
let has = "";
let place = -1;
let drawnAs = "";
let busy = false;
let again = false;

async function draw() {
  const layout = narrow.matches ? "narrow" : "wide";
  if (layout !== drawnAs) place = -1; // turned: nothing of the old drawing fits
  const from = place < 0 ? "" : `&first=${place}&has=${has}`;
  const drawn = await read(`/api/sessions/${session}/pictures?layout=${layout}&ruled=${ruled}${from}`, { session });
  if (drawn.svg) board.show(drawn.svg);
  for (const patch of drawn.patches) board.apply(patch);
  [has, place, drawnAs] = [drawn.mark, drawn.first + drawn.patches.length, layout];
  whole.hidden = last.hidden = !board.map;
  if (place < drawn.places - 1) await draw();
  stage.dataset.ready = String(drawn.lines.at(-1) ?? 0); // the line that is shown
}

async function scores() {
  const answer = await fetch(`/s/${session}/scores?ruled=${ruled}`, { headers: { "accept-language": document.documentElement.lang } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const before = stamped();
  for (const part of fresh.querySelectorAll("[data-part]")) {
    const name = /** @type {HTMLElement} */ (part).dataset.part;
    const where = document.querySelector(`[data-live="${name}"]`);
    where?.replaceChildren(...part.childNodes);
  }
  if (stamped() !== before) document.querySelector("[data-stamp]")?.classList.add("fresh");
}

/** The ruling that is stamped on the table, if any. */
function stamped() {
  return /** @type {HTMLElement | null} */ (document.querySelector("[data-stamp]"))?.dataset.stamp;
}

/** One look at a time; what comes meanwhile is looked at once more afterwards. @param {(() => Promise<void>)[]} [at] */
async function look(at = [draw, scores]) {
  again = true;
  if (busy) return;
  busy = true;
  for (let now = at; again; now = [draw, scores]) {
    again = false;
    await Promise.allSettled(now.map((one) => one()));
  }
  busy = false;
}

narrow.addEventListener("change", () => look([draw]));
pannable(board, { whole, last });
look([draw]); // the rest came with the page

/** Whether the record was closed when this page last looked; a stream that begins tells it again. */
let closed = document.body.dataset.closed === "true";
listen(session, {
  after: Number(lines),
  line: () => look(),
  session: (news) => {
    if (news.closed === closed) return;
    closed = news.closed;
    look();
  },
});
