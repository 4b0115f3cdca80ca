// @ts-check
/** The replay page: draws the line of its address first, then loads the others, so that a step needs no request. */

import { lang, read } from "./api.js";
import { Board, pannable } from "./board.js";
import { boardLayout, chooseLayout } from "./board_layout.js";
import { Tabs } from "./board_tabs.js";
import { el } from "./dom.js";
import { DrawingSequence } from "./drawing_sequence.js";
import { pinned } from "./finding_pins.js";
import { takeNotes } from "./replay_notes.js";
import { annotate, findingsOf, loadPhotographs, takePhotographs } from "./replay_panel.js";
import { copyAddress } from "./shared_link.js";

const { session = "" } = document.body.dataset;
const find = (/** @type {string} */ which) => /** @type {HTMLElement} */ (document.querySelector(which));
const all = (/** @type {string} */ which) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(which)]);
const view = find(".rp");
const { ruled = "false", sight = "", branch = "" } = view.dataset;
const slider = /** @type {HTMLInputElement} */ (document.getElementById("pos"));
const narrow = matchMedia("(max-width: 719px)");
const stage = find("[data-board]");
const board = new Board(stage, find("[data-aside]"));
const tabs = new Tabs(board, find("[data-tabs]"));
const ADDRESS_EVERY = 120; // milliseconds: browsers refuse an address that changes more often for long

/** @type {any[]} */ let frames = [];
/** @type {DrawingSequence} */ let drawings;
let shown = -1; // the place the board shows
let place = Number(view.dataset.place); // the place that is wanted
let furthest = place; // the last place a reader without spoilers has reached
let by = "line";
/** @type {(() => void)[]} the steps by key that wait for the lines */ const early = [];
/** @type {(last: number, upTo: number) => void} */ let pin = () => {};
/** @type {ReturnType<typeof setTimeout> | undefined} */ let resting;
/** @type {ReturnType<typeof setTimeout> | undefined} */ let playing;
/** @type {ReturnType<typeof setTimeout> | undefined} */ let addressing;

const viewpoint = () => `ruled=${ruled}${sight ? `&sight=${sight}` : ""}${branch ? `&branch=${branch}` : ""}`;
const hides = () => /** @type {HTMLInputElement} */ (find("[data-spoilers]")).checked;

/** The query of this page at a line. @param {number} line */
function query(line) {
  const given = { line: String(line), ruled: ruled === "true" ? "true" : "", sight, branch, hide: hides() ? "true" : "" };
  return new URLSearchParams(Object.entries(given).filter(([, value]) => value));
}

/** The drawings are loaded anew when a device is turned; the lines are not. */
async function load() {
  const layout = narrow.matches ? "narrow" : boardLayout();
  find("[data-beside]").hidden = layout !== "tv";
  const mine = (drawings = new DrawingSequence(session, `/api/sessions/${session}/pictures?${viewpoint()}&layout=${layout}`));
  shown = -1;
  delete view.dataset.ready;
  const lines = frames.length ? null : read(`/api/sessions/${session}/replay?${viewpoint()}`, { session });
  const photographs = lines ? loadPhotographs() : null;
  await drawWhole();
  if (lines) {
    frames = (await lines).frames;
    await photographs;
    pinMarks();
    show(place);
    for (const step of early.splice(0)) step();
  }
  await mine.load(place, () => mine === drawings && drawWanted());
  if (mine === drawings) view.dataset.ready = "yes"; // everything is loaded: a step needs no request now
}

/** Draws the wanted place from its own whole drawing; nothing else is drawn meanwhile. */
async function drawWhole() {
  const [mine, wanted] = [drawings, place];
  const drawn = await mine.at(wanted);
  if (mine !== drawings || wanted !== place) return;
  board.show(drawn.svg);
  tabs.take(drawn.tabs);
  shown = wanted;
  stage.style.setProperty("--ratio", String(board.size[2] / board.size[3]));
  find("[data-whole]").hidden = !board.map || drawn.tabs.length > 0;
  drawnAt();
}

/** Draws the wanted place by patches, or from its own drawing while these are not loaded. */
function drawWanted() {
  if (shown === place) return;
  const way = shown < 0 ? null : drawings.between(shown, place);
  if (way === null) {
    stage.dataset.loading = `${find("#an").firstChild?.textContent?.trim()} ${frames[place]?.line ?? ""}`;
    stage.classList.add("waits");
    drawWhole();
    return;
  }
  board.apply(way);
  shown = place;
  drawnAt();
}

/** The part of the board that the line touched comes into sight, unless the reader chose what to look at. */
function drawnAt() {
  stage.classList.remove("waits");
  const mark = stage.querySelector('[id="mark:last"]');
  const map = document.body.matches(".embedded") ? tabs.tabs.findIndex((tab) => tab.map) : -1;
  if (map >= 0 && !tabs.byHand) tabs.open(map, null); // in a frame, the map is what a reader knows the game by
  else if (mark) tabs.follow([mark]);
  else tabs.fit();
  offerLast();
}

/** A way back to the last line, once the reader has moved the board or chosen a part of it. */
function offerLast() {
  find("[data-last]").hidden = !board.byHand && !tabs.byHand;
}

/** Findings, rulings and rounds above the slider. */
function pinMarks() {
  const found = frames.flatMap((frame, at) => [
    ...findingsOf(frame).map((finding) => ({ place: at, kind: finding.verdict, says: finding.concludes })),
    ...(frame.kind === "ruled" ? [{ place: at, kind: "ruled", says: frame.says }] : []),
  ]);
  const rounds = frames.map((frame, at) => (at && frame.moment.round !== frames[at - 1].moment.round ? at : 0)).filter(Boolean);
  pin = pinned(find("[data-marks]"), found, rounds);
}

/** The table after a line. @param {number} wanted */
function show(wanted) {
  place = Math.max(0, Math.min(wanted, frames.length - 1));
  furthest = Math.max(furthest, place);
  const frame = frames[place];
  drawWanted();
  for (const where of all("[data-at]")) where.textContent = String(frame.line);
  find('[data-live="moment"]').textContent = frame.moment.says[0].toUpperCase() + frame.moment.says.slice(1);
  annotate(frames, place, hides() ? frames[furthest].line : Infinity);
  reveal();
  link(frame.line);
  words();
}

/** The slider and what is pinned or noted, as far as it may be shown. */
function reveal() {
  document.body.classList.toggle("nospoil", hides());
  const last = hides() ? furthest : frames.length - 1;
  const frame = frames[place];
  slider.max = String(last);
  slider.value = String(place);
  slider.setAttribute("aria-valuetext", `${find("#an").textContent}, ${frame.moment.says}`);
  pin(last, hides() ? place : last);
  for (const item of all("[data-found] > li")) item.hidden = Number(item.dataset.place) > place;
  for (const item of all("[data-notes] > li")) item.hidden = hides() && Number(item.dataset.place) > place;
}

/** The address and all links of the page lead to this line. @param {number} line */
function link(line) {
  const here = query(line);
  /** @type {HTMLInputElement} */ (find("[data-address]")).value = `${location.origin}${location.pathname}?${here}&lang=${lang}`;
  /** @type {HTMLAnchorElement} */ (find("[data-png]")).href = `/s/${session}/board.png?first=${place}&${viewpoint()}`;
  for (const away of all("[data-what-if]")) /** @type {HTMLAnchorElement} */ (away).href = `/s/${session}/what-if?after=${line}`;
  /** @type {HTMLInputElement} */ (find("[data-how] [name=line]")).value = String(line);
  if (addressing) return; // the line that is shown then goes into the address
  const write = () => history.replaceState(null, "", `?${query(frames[place].line)}`);
  write();
  addressing = setTimeout(() => ((addressing = undefined), write()), ADDRESS_EVERY);
}

/** The next place to stop at, forwards or back. @param {1 | -1} way @param {string} unit */
function next(way, unit = by) {
  const here = frames[place].moment;
  for (let at = place + way; at >= 0 && at < frames.length; at += way) {
    const there = frames[at].moment;
    if (unit === "line" || (unit === "turn" && (there.turn !== here.turn || there.round !== here.round))) return at;
    if (unit === "round" && there.round !== here.round) return at;
    if (unit === "scoring" && frames[at].points.length) return at;
  }
  return way > 0 ? frames.length - 1 : 0;
}

function stop() {
  clearTimeout(playing);
  playing = undefined;
  find('[data-go="play"]').setAttribute("aria-pressed", "false");
}

function play() {
  if (place >= frames.length - 1) show(0); // from the beginning again
  find('[data-go="play"]').setAttribute("aria-pressed", "true");
  playing = setTimeout(() => {
    show(next(1));
    if (place < frames.length - 1) play();
    else stop();
  }, 900);
}

/** @type {Record<string, (unit?: string) => void>} */
const GO = {
  first: () => show(0),
  prev: (unit) => show(next(-1, unit)),
  next: (unit) => show(next(1, unit)),
  last: () => show(hides() ? furthest : frames.length - 1),
  play: () => (playing ? stop() : play()),
};
for (const button of all("[data-go]"))
  button.addEventListener("click", (event) => {
    if (!frames.length) return; // its link works already
    event.preventDefault();
    if (button.dataset.go !== "play") stop();
    GO[button.dataset.go ?? ""]?.();
  });
for (const button of all("[data-by]"))
  button.addEventListener("click", () => {
    by = button.dataset.by ?? "line";
    for (const other of all("[data-by]")) other.setAttribute("aria-pressed", String(other === button));
  });
slider.addEventListener("input", () => {
  stop();
  if (frames.length) show(Number(slider.value));
});
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (/** @type {Element} */ (event.target).closest("input:not([type=range], [type=checkbox]), textarea, select")) return;
  const name = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last", " ": "play" }[event.key];
  if (!name || (event.key === " " && /** @type {Element} */ (event.target).closest("button, a, summary, input, label"))) return;
  event.preventDefault();
  const step = () => {
    if (name !== "play") stop();
    GO[name](event.shiftKey ? "turn" : undefined);
  };
  if (frames.length) step();
  else early.push(step);
});
find("[data-spoilers]").addEventListener("change", () => {
  furthest = place;
  if (frames.length) show(place);
});
for (const choice of all("[data-how] select")) choice.addEventListener("change", () => /** @type {HTMLSelectElement} */ (choice).form?.submit());
addEventListener("hashchange", () => {
  const line = Number(/^#\/?(\d+)$/.exec(location.hash)?.[1] ?? -1);
  const at = frames.findIndex((frame) => frame.line === line);
  if (at >= 0) show(at);
});

/** The table in words, for readers who opened it, once they stay on a line. */
function words() {
  clearTimeout(resting);
  if (find("details").hasAttribute("open")) resting = setTimeout(describeTable, 300);
}
async function describeTable() {
  const { moment, seats, common } = await read(`/api/sessions/${session}/table?${viewpoint()}&line=${frames[place].line}`, { session });
  const listed = (/** @type {any[]} */ values) => el("ul", { class: "plainlist" }, ...values.map((value) => el("li", {}, value.says)));
  find("[data-words]").replaceChildren(el("p", { class: "read" }, moment.says),
    ...seats.flatMap((/** @type {any} */ seat) => [el("h3", {}, seat.name), listed(seat.values)]), listed(common));
}
find("details").addEventListener("toggle", words);
takeNotes(() => ({ line: frames[place].line, place }));
takePhotographs(() => frames[place].line, () => annotate(frames, place, Infinity));
copyAddress(find("[data-copy]"), /** @type {HTMLInputElement} */ (find("[data-address]")), find("[data-says-copied]"));
narrow.addEventListener("change", load);
chooseLayout(load);
pannable(board, { whole: find("[data-whole]"), last: find("[data-last]") });
find("[data-last]").addEventListener("click", () => {
  tabs.byHand = board.byHand = false;
  drawnAt();
});
for (const what of [stage, find("[data-tabs]"), find("[data-whole]")])
  for (const name of ["pointerup", "click"]) what.addEventListener(name, () => setTimeout(offerLast));
load();
