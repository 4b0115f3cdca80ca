// @ts-check
/** The replay page: loads all lines and drawings first, so that a step needs no request. */

import { ask, read } from "./api.js";
import { Board, pannable } from "./board.js";
import { clause, el, icon, seat } from "./dom.js";
import { inOneLine } from "./draft.js";
import { pinned } from "./finding_pins.js";
import { keyFor, made } from "./outbox.js";

const { session = "", game = "", judged = "" } = document.body.dataset;
const view = /** @type {HTMLElement} */ (document.querySelector(".rp"));
const { ruled = "false", sight = "", branch = "" } = view.dataset;
const slider = /** @type {HTMLInputElement} */ (document.getElementById("pos"));
const find = (/** @type {string} */ which) => /** @type {HTMLElement} */ (document.querySelector(which));
const all = (/** @type {string} */ which) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(which)]);
const narrow = matchMedia("(max-width: 719px)");
const board = new Board(find("[data-board]"));
const CHUNK = 100;
const SIGNS = { seen: "=", omitted: "^", "made-good": "+", agreed: "&", position: "@", gap: "?", "taken-back": "<", claimed: "!", withdrawn: "!", ruled: "$", note: ";", branched: "|", "on-branch": "|", triaged: "%", clocked: ":", paused: ":", resumed: ":", "seat-taken": ":", answered: ":" };

/** @type {any[]} */ let frames = [];
/** @type {any[]} */ let photographs = [];
/** @type {(import("./board.js").Patch | undefined)[]} what leads to each place from the one before */ let patches = [];
/** @type {import("./board.js").Patch[]} what leads back */ let backs = [];
let shown = -1; // the place the board shows
let place = Number(view.dataset.place); // the place that is wanted
let furthest = 0; // the last line a reader without spoilers has reached
let by = "line";
/** @type {(last: number, upTo: number) => void} */ let pin = () => {};
/** @type {ReturnType<typeof setTimeout> | undefined} */ let resting;
/** @type {ReturnType<typeof setTimeout> | undefined} */ let playing;

const asked = () => `ruled=${ruled}${sight ? `&sight=${sight}` : ""}${branch ? `&branch=${branch}` : ""}`;
const kept = () => `${asked()}${hides() ? "&hide=true" : ""}`;
const hides = () => /** @type {HTMLInputElement} */ (find("[data-spoilers]")).checked;
const tells = () => judged === "true";

let loading = 0; // a device that is turned begins anew, and what was under way is for nothing

async function load() {
  const mine = ++loading;
  [frames, patches, backs, shown] = [[], [], [], -1];
  const layout = narrow.matches ? "narrow" : "wide";
  const pictures = `/api/sessions/${session}/pictures?${asked()}&layout=${layout}`;
  const [answer, first] = await Promise.all([
    read(`/api/sessions/${session}/replay?${asked()}`, { session }),
    read(`${pictures}&first=0&last=${CHUNK}`, { session }),
    photographed(),
  ]);
  if (mine !== loading) return;
  frames = answer.frames;
  take(first);
  board.show(first.svg);
  shown = 0;
  ready();
  show(linked() ?? place);
  for (let at = patches.length - 1; at < frames.length - 1; at = patches.length - 1) {
    const more = await read(`${pictures}&first=${at}&last=${at + CHUNK}`, { session });
    if (mine !== loading) return;
    if (!more.patches.length) break;
    take(more);
    if (shown !== place) show(place);
  }
  view.dataset.ready = "yes"; // everything is loaded: a step needs no request now
}

/** Every photograph, to be shown with the line it is of. */
async function photographed() {
  photographs = (await read(`/api/sessions/${session}/photographs`, { session })).photographs;
}

/** @param {any} drawn */
function take(drawn) {
  drawn.patches.forEach((/** @type {any} */ patch, /** @type {number} */ i) => (patches[drawn.first + i + 1] = patch));
}

function ready() {
  for (const tool of all("[data-whole], [data-last]")) tool.hidden = !board.map;
  const found = frames.flatMap((frame, at) => [
    ...(tells() ? frame.findings : []).map((/** @type {any} */ one) => ({ place: at, kind: one.verdict, says: one.concludes })),
    ...(frame.kind === "ruled" ? [{ place: at, kind: "ruled", says: frame.says }] : []),
  ]);
  const rounds = frames.map((frame, at) => (at && frame.moment.round !== frames[at - 1].moment.round ? at : 0)).filter(Boolean);
  pin = pinned(find("[data-marks]"), found, rounds);
  furthest = place;
}

/** The place of the line behind the #. @returns {number | undefined} */
function linked() {
  const line = /^#(\d+)$/.exec(location.hash)?.[1];
  const at = line === undefined ? -1 : frames.findIndex((frame) => frame.line === Number(line));
  return at < 0 ? undefined : at;
}

/** The table after a line, as far as its drawing has come. @param {number} wanted */
function show(wanted) {
  place = Math.max(0, Math.min(wanted, frames.length - 1));
  while (shown < place && patches[shown + 1]) backs[shown + 1] = board.apply(patches[++shown] ?? {});
  while (shown > place) board.apply(backs[shown--]);
  const frame = frames[place];
  furthest = Math.max(furthest, place);
  for (const where of all("[data-at]")) where.textContent = String(frame.line);
  find('[data-live="moment"]').textContent = frame.moment.says;
  annotate(frame);
  revealed();
  link(frame.line);
  words();
}

/** The slider and what is pinned or noted, as far as it may be shown. */
function revealed() {
  document.body.classList.toggle("nospoil", hides());
  const last = hides() ? furthest : frames.length - 1;
  slider.max = String(last);
  slider.value = String(place);
  slider.setAttribute("aria-valuetext", frames[place].says);
  pin(last, hides() ? place : last);
  for (const one of all("[data-found] > li")) one.hidden = Number(one.dataset.place) > place;
  for (const one of all("[data-notes] > li")) one.hidden = hides() && Number(one.dataset.place) > place;
}

/** Whatever leads somewhere else takes this moment along. @param {number} line */
function link(line) {
  /** @type {HTMLAnchorElement} */ (find("[data-link]")).href = `?line=${line}&${kept()}`;
  /** @type {HTMLAnchorElement} */ (find("[data-png]")).href = `/s/${session}/board.png?first=${place}&${asked()}`;
  /** @type {HTMLInputElement} */ (find("[data-how] [name=line]")).value = String(line);
}

/** @param {any} frame */
function annotate(frame) {
  const said = el("p", { class: "read" }, frame.seat ? seat(frame.seat) : null, frame.seat ? " " : "", frame.says);
  const parts = [said, frame.text ? el("p", { class: "code small dim" }, frame.text) : null];
  if (frame.effects.length)
    parts.push(el("table", { class: "plain eff" }, el("tbody", {}, ...frame.effects.map((/** @type {any} */ one) =>
      el("tr", {}, el("td", {}, one.says), el("td", {}, clause(game, one.clause)))))));
  if (tells()) for (const one of frame.findings)
    parts.push(el("p", { class: `notice ${one.verdict}` }, icon(one.verdict), el("span", {}, clause(game, one.clause), " ", one.says)));
  parts.push(...photographs.filter((one) => one.stands === frame.line).map(photographOf));
  for (const fate of frame.fates) parts.push(el("p", { class: "small dim" }, fate.says));
  find("[data-anno]").replaceChildren(...parts.filter((one) => one !== null));
  find("[data-ledger]").replaceChildren(...frames.slice(Math.max(0, place - 3), place + 1).map((one, i, few) => lineOf(one, i === few.length - 1)));
}

/** A photograph, with a way to erase it for the owner. @param {any} one @returns {HTMLElement} */
function photographOf(one) {
  if (!one.kept) return el("p", { class: "small dim" }, view.dataset.erased ?? "");
  const at = `/s/${session}/photographs/${one.picture}`;
  const shot = el("p", { class: "photos" }, el("a", { href: at }, el("img", { class: "photo", src: at, alt: one.says, loading: "lazy" })));
  const { erase, eraseSure } = view.dataset;
  if (erase) {
    const button = el("button", { class: "btn quiet", type: "button" }, erase);
    button.addEventListener("click", async () => {
      if (!confirm(eraseSure)) return;
      await ask(`/api/sessions/${session}/photographs/${one.picture}`, { method: "DELETE", session });
      await photographed();
      annotate(frames[place]);
    });
    shot.append(button);
  }
  return shot;
}

/** @param {any} frame @param {boolean} now */
function lineOf(frame, now) {
  const sign = SIGNS[/** @type {keyof typeof SIGNS} */ (frame.kind)];
  return el("li", { class: `line${now ? " now" : ""}${frame.kind === "ruled" ? " ruled-line" : ""}` },
    el("a", { class: "no", href: `?line=${frame.line}&${asked()}` }, sign ? el("i", {}, sign) : null, String(frame.line)),
    el("div", { class: "what" }, frame.seat ? seat(frame.seat) : null, " ", frame.says, el("span", { class: "nota" }, frame.text)),
    el("span", { class: "mark" }, ...(tells() ? frame.findings : []).map((/** @type {any} */ one) => el("span", { class: one.verdict }, icon(one.verdict, one.concludes)))));
}

/** The next place to stop at, forwards or back. @param {1 | -1} way */
function next(way) {
  const here = frames[place].moment;
  for (let at = place + way; at >= 0 && at < frames.length; at += way) {
    const there = frames[at].moment;
    if (by === "line" || (by === "turn" && (there.turn !== here.turn || there.round !== here.round))) return at;
    if (by === "round" && there.round !== here.round) return at;
    if (by === "scoring" && frames[at].points.length) return at;
  }
  return way > 0 ? frames.length - 1 : 0;
}

function stop() {
  clearTimeout(playing);
  playing = undefined;
  find('[data-go="play"]').setAttribute("aria-pressed", "false");
}

function play() {
  find('[data-go="play"]').setAttribute("aria-pressed", "true");
  playing = setTimeout(() => {
    show(next(1));
    if (place < frames.length - 1) play();
    else stop();
  }, 900);
}

/** @type {Record<string, () => void>} */
const GO = {
  first: () => show(0),
  prev: () => show(next(-1)),
  next: () => show(next(1)),
  last: () => show(hides() ? furthest : frames.length - 1),
  play: () => (playing ? stop() : play()),
};
for (const button of all("[data-go]"))
  button.addEventListener("click", (event) => {
    event.preventDefault();
    if (button.dataset.go !== "play") stop();
    GO[button.dataset.go ?? ""]?.();
  });
for (const button of all("[data-by]"))
  button.addEventListener("click", () => {
    by = button.dataset.by ?? "line";
    for (const one of all("[data-by]")) one.setAttribute("aria-pressed", String(one === button));
  });
slider.addEventListener("input", () => {
  stop();
  show(Number(slider.value));
});
addEventListener("keydown", (event) => {
  if (/** @type {Element} */ (event.target).closest("input:not([type=range]), textarea, select")) return;
  const name = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last", " ": "play" }[event.key];
  if (!name || (event.key === " " && /** @type {Element} */ (event.target).closest("button, a, summary"))) return;
  event.preventDefault();
  if (name !== "play") stop();
  GO[name]();
});
find("[data-spoilers]").addEventListener("change", () => {
  furthest = place;
  show(place);
});
for (const choice of all("[data-how] select")) choice.addEventListener("change", () => /** @type {HTMLSelectElement} */ (choice).form?.submit());
addEventListener("hashchange", () => show(linked() ?? place));

/** The table in words, for readers who opened it, once they stay on a line. */
function words() {
  clearTimeout(resting);
  if (find("details").hasAttribute("open")) resting = setTimeout(describeTable, 300);
}
async function describeTable() {
  const { moment, seats, common } = await read(`/api/sessions/${session}/table?${asked()}&line=${frames[place].line}`, { session });
  const listed = (/** @type {any[]} */ values) => el("ul", { class: "plainlist" }, ...values.map((one) => el("li", {}, one.says)));
  find("[data-words]").replaceChildren(el("p", { class: "read" }, moment.says),
    ...seats.flatMap((/** @type {any} */ one) => [el("h3", {}, one.name), listed(one.values)]), listed(common));
}
find("details").addEventListener("toggle", words);
const notedUnder = keyFor();
document.querySelector("[data-note]")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("note"));
  try {
    const line = { kind: "note", seat: document.body.dataset.seat || null, text: inOneLine(text.value) };
    await ask(`/api/sessions/${session}/lines`, { method: "POST", session, key: notedUnder(line), body: { lines: [line] } });
    text.value = "";
    location.assign(`?line=${frames[place].line}&${kept()}`);
  } catch (error) {
    find("[data-kept]").textContent = /** @type {Error} */ (error).message;
  }
});
const camera = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-photograph]"));
camera?.addEventListener("change", async () => {
  const file = camera.files?.[0];
  if (!file) return;
  camera.value = ""; // refused, the same one can be chosen again
  const says = find("[data-photo-says]");
  try {
    await ask(`/api/sessions/${session}/lines/${frames[place].line}/photographs`, { method: "POST", session, key: made(), body: file });
    says.textContent = "";
    await photographed();
    annotate(frames[place]);
  } catch (error) {
    says.textContent = /** @type {Error} */ (error).message;
  }
});
narrow.addEventListener("change", load);
pannable(board, { whole: find("[data-whole]"), last: find("[data-last]") });
load();
