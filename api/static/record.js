// @ts-check
/** The recorder page: offers to tap, a line to type, values to enter, lines to fix. Lines are sent through the outbox. */

import { read, Refused } from "./api.js";
import { around } from "./table_events.js";
import { branch, preview, sure, whereWritten } from "./line_preview.js";
import { nothingToDo } from "./waiting_note.js";
import { Board, pannable } from "./board.js";
import { claiming } from "./claim.js";
import { Clash } from "./clash.js";
import { el, icon, say, seat } from "./dom.js";
import { firstInput, hotkeys } from "./hotkeys.js";
import { Ledger } from "./line_list.js";
import { listen } from "./live_stream.js";
import { Tabs } from "./board_tabs.js";
import { Lights } from "./board_choices.js";
import { LineRepair } from "./line_repair.js";
import { keepSoon, opensOffline } from "./offline_start.js";
import { partsUnder } from "./board_keys.js";
import { Outbox } from "./outbox.js";
import { panels } from "./panels.js";
import { seeing } from "./value_form.js";
import { Steps } from "./next_lines.js";
import { Taps } from "./double_taps.js";
import { showTyping, typing } from "./typed_line.js";
import { showNotice, Undo } from "./undo.js";

const { session = "", game = "", help = "on", seat: own = "", lines = "0", names: called = "{}" } = document.body.dataset;
const find = (/** @type {string} */ which) => /** @type {HTMLElement} */ (document.querySelector(which));
/** @type {Record<string, string>} */ const names = JSON.parse(called);
const NARROW = 720; // pixels of its column below which a board takes the phone's layout
const stage = find("[data-board]");
const board = new Board(stage);
const tabs = new Tabs(board, find("[data-tabs]"));
const lights = new Lights(board, tabs);
tabs.resized = () => lights.bring(lights.parts.filter((part) => part.isConnected));

let linked = true;
let last = Number(lines); // the last line the record has, as far as we know
let version = Number(find("[data-ledger]").dataset.version);
/** @type {any} */ let choices = null;
/** @type {Date | null} */ let since = null;
let [layout, place, has] = ["", -1, ""];
let [looking, again] = [false, false];
let seen = -1; // the last line that what is on the screen, or on its way, is surely from after

const outbox = new Outbox(session, { changed: pending, link: linkIs, taken });
const ledger = new Ledger(find("[data-ledger]"), find("[data-pending]"), outbox, (line) => repair.open(line));
const undo = new Undo(find("[data-notice]"), { outbox, ledger, send });
const clash = new Clash(find("[data-asked]"), outbox, find("[data-ledger]").dataset.grant ?? "");
const taps = new Taps();
const writes = document.querySelector("[data-undo]") !== null;
const repair = new LineRepair({ session, send, linked: () => linked, look, type, writes, claim: (line, clause) => claim(line, clause) });

const steps = new Steps(session, {
  foresee,
  async send(line, says, certain, once) {
    if (repair.how && once) return await repair.choose(line, says), false;
    if (repair.how) return repair.write(line, says || line);
    if (isTwice(line, line, says || line)) return false;
    if (!certain && linked && !(await sure(line, line)).goes) return false;
    send(line, says || line);
    return true;
  },
  changed: show,
  light(values, chosen, take, piece) {
    const places = lights.places(values);
    if (places) lights.show(places, values, chosen, take, piece);
    return places !== null;
  },
  dark: () => lights.clear(),
  look: (keys) => lights.bring(keys.flatMap((key) => board.part(key) ?? []).slice(0, 1)),
});

/** What a line would come to, as far as that can be known now. @param {any} line */
async function foresee(line) {
  const answer = linked ? await preview(line).catch(() => null) : null;
  repair.foresaw(line, answer);
  return answer;
}

/** Says where a photograph is kept. @param {number} line */
function photoKept(line) {
  const act = () => location.assign(`/s/${session}/replay?line=${line}`);
  showNotice(find("[data-notice]"), { title: say("photo-kept", { line }), sign: "seen", label: say("photo-see"), key: "photo-kept", act });
}

/** A line goes into the outbox; nothing is asked, nothing waits. @param {any} line @param {string} says */
function send(line, says) {
  find("[data-recorded]").hidden = find("[data-notice]").hidden = true;
  undo.gone();
  outbox.add(Array.isArray(line) ? line.map(whereWritten) : whereWritten(line), says, version, linked, last);
  if (repair.how) repair.stop();
}

/** @param {import("./outbox.js").Waiting} entry @param {any} receipt */
function taken(entry, receipt) {
  version = receipt.version;
  if (entry.photo) return void look().then(() => photoKept(entry.at ?? last));
  last = Math.max(last, receipt.line);
  if (entry.look) ledger.toLookAt(receipt.line);
  ledger.show(receipt.line, typeof entry.line === "string" ? entry.line : "", entry.says, receipt.findings);
  recorded(receipt);
  lookAfter(receipt.line);
}

/** A rule was broken: what the table may want to do about it. @param {any} receipt */
function recorded(receipt) {
  const found = receipt.findings[0];
  const where = find("[data-recorded]");
  if (!found) return;
  const back = writes ? [
    tool("undo", () => send(`~ ${receipt.line} -`, say("undoing", { line: receipt.line }))),
    tool("took-it-back", () => send(`< ${receipt.line - 1}`, say("took-it-back"))),
  ] : [];
  const on = tool("play-on", () => (where.hidden = true));
  on.classList.add("primary");
  where.className = `notice ${found.verdict}`;
  where.replaceChildren(icon(found.verdict), el("div", {}, el("p", {}, el("b", {}, say("recorded", { line: receipt.line })), " ", found.concludes),
    el("div", { class: "row fix" }, ...back, tool("claim", () => claim(receipt.line, found.clause)), on)));
  where.hidden = false;
}

/** @param {string} key @param {() => void} act */
function tool(key, act) {
  const made = el("button", { class: "btn", type: "button" }, say(key));
  made.addEventListener("click", act);
  return made;
}

/** The line after which the offers on the screen hold. */
const offersOf = () => (choices ? choices.line - 1 : last);

/** @param {boolean} there */
function linkIs(there) {
  const changed = linked !== there;
  if (changed) since = there ? null : new Date();
  linked = there;
  if (changed && there) look();
  pending();
  const label = document.querySelector("[data-offlabel]");
  if (label) label.textContent = there ? say("next") : say("as-of", { line: offersOf() });
  const list = document.querySelector("[data-offers]");
  list?.classList.toggle("stale", !there);
  if (!there && !choices) list?.replaceChildren(el("li", { class: "dim" }, say("no-offers")));
  if (there) outbox.deliver();
}

function pending() {
  const refused = outbox.stuck && outbox.stuck.problem.code !== "stale" ? 1 : 0; // answered: it waits for no link
  const count = outbox.waiting.length - refused;
  find("[data-waiting]").textContent = say("waits", { count });
  find("[data-saved]").textContent = say("saved", { line: last });
  find('[data-link="away"]').hidden = linked && !count;
  find('[data-link="there"]').hidden = !linked || count > 0;
  ledger.showPending();
  askOrTell();
}

/** Another scribe wrote while these lines waited: they stay, and the scribe is asked once. Without a link the page says so. */
function askOrTell() {
  const where = find("[data-asked]");
  const stale = outbox.stuck?.problem.code === "stale";
  where.hidden = !stale && !since;
  if (where.hidden) where.replaceChildren();
  if (stale) return void (outbox.stuck && clash.show(outbox.stuck.entry));
  clash.hide();
  if (since) {
    const time = since.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    where.replaceChildren(icon("nolink"), el("p", {}, el("b", {}, say("no-link", { time })), " ", say("no-link-says"), " ", choices ? say("offers-of", { line: offersOf() }) : "", " ", say(opensOffline() ? "opens-offline" : "keep-open")));
  }
}

/** A line of the record, as it was heard. @param {any} heard */
function heardLine(heard) {
  last = Math.max(last, heard.line);
  ledger.show(heard.line, heard.text, heard.says, heard.findings, clash.heard(heard));
  find("[data-saved]").textContent = say("saved", { line: last });
  lookAfter(heard.line);
}

/** Looks again, unless that is done already: a line is both answered and heard. @param {number} line */
function lookAfter(line) {
  if (line > seen) look();
}

/** Offers, board and lines as they are now; one look at a time. */
async function look() {
  again = true;
  if (looking) return;
  looking = true;
  find("main").dataset.ready = "no";
  while (again) {
    again = false;
    seen = last;
    const answers = await Promise.allSettled([offers().then(draw), standing()]);
    seen = answers.some(({ status }) => status === "rejected") ? -1 : Math.min(seen, choices.line - 1); // without a link they are older
  }
  looking = false;
  find("main").dataset.line = String(choices?.line ?? 0); // the line that the offers are for
  find("main").dataset.ready = "yes";
  const page = location.pathname + (branch ? `?branch=${branch}` : "");
  if (linked) keepSoon(session, [page, `${location.pathname}/lines`, drawing(), optionsAt({}), `/api/sessions/${session}`]);
}

/** Whether the record was closed when this page last looked; a stream that begins tells it again. */
const closed = () => !find("[data-closed-note]").hidden;

async function standing() {
  const now = await ledger.refresh();
  last = Math.max(last, now.lines);
  if (!outbox.waiting.length) version = now.version;
  find("[data-closed-note]").hidden = !now.closed;
  undo.show();
}

/** Where the options of a moment are; without help, what the pieces on the table allow. @param {Record<string, string>} moment */
const optionsAt = (moment) => `/api/sessions/${session}/${help === "off" ? "inputs" : "options"}?${new URLSearchParams({ ...(own ? { seat: own } : {}), ...(branch ? { branch } : {}), ...moment })}`;

async function offers() {
  const moment = repair.asked();
  const before = `${choices?.line} ${repair.key}`;
  choices = await read(optionsAt(moment), { session }).catch((error) => {
    if (error instanceof Refused) repair.stop(); // that line does not stand any more
    throw error;
  });
  if (JSON.stringify(moment) !== JSON.stringify(repair.asked())) return void (again = true);
  if (before !== `${choices.line} ${repair.key}`) tabs.byHand = board.byHand = false; // the next action shows its own part of the board
  repair.found(choices.was);
  steps.at(repair.key, choices.was?.entered ?? null, repair.label);
  steps.take(choices.steps.filter((/** @type {any} */ step) => !own || step.seat === own), choices.pictures);
  document.body.dataset.acting = choices.moment.waits[0] ?? "";
  show();
}

/** Whose line is entered, and what is asked. */
function showActor() {
  const { waits, says } = choices.moment;
  const step = steps.card?.entry.step;
  /** @type {string[]} */ const who = step ? [step.seat ?? ""].filter(Boolean) : waits;
  const { slots = "{}" } = document.body.dataset;
  const called = who.map((letter) => names[letter] ?? letter).join(" · ");
  find("[data-actor]").className = `actor slot-${JSON.parse(slots)[who[0]] ?? "x"}`;
  find("[data-actor]").replaceChildren(...who.map((letter) => seat(letter)),
    el("div", {}, el("b", {}, step?.says ?? (called || says)), el("small", {}, [step ? called : "", called || step ? says : ""].filter(Boolean).join(" · "))),
    ...(who.length === 1 ? purse(choices.purses?.[who[0]] ?? []) : []));
}

/** What a seat holds. @param {{says: string, value: string}[]} held */
const purse = (held) => (held.length ? [el("dl", { class: "purse" }, ...held.map((value) => el("div", {}, el("dd", {}, value.value), el("dt", {}, value.says))))] : []);

/** A second tap on the same button at once: the page says that it was taken once. @param {string} key @param {any} line @param {string} says */
function isTwice(key, line, says) {
  if (!taps.isTwice(key)) return false;
  showNotice(find("[data-notice]"), { title: say("once"), sub: say("once-says"), sign: "pen", label: say("once-more"), key: "again", act: () => send(line, says) });
  return true;
}

/** A line to be typed on. @param {string} text */
function type(text) {
  const typed = /** @type {HTMLInputElement} */ (document.getElementById("ty"));
  typed.value = text;
  showTyping();
  typed.dispatchEvent(new Event("input"));
}

/** The lines that can come next, as far as they have to do with what was tapped. */
function show() {
  const held = find("[data-offers]").contains(document.activeElement) || document.activeElement?.matches("[data-light]");
  const cards = steps.cards();
  find("[data-offers]").replaceChildren(...(cards.length ? cards : [nothingToDo()]));
  if (choices) showActor();
  if (held) (firstInput() ?? find("[data-offlabel]")).focus(); // by keys one goes on from here
  find("[data-offlabel]").textContent = steps.only ? say("only") : linked ? say("next") : say("as-of", { line: offersOf() });
  find("[data-unnarrow]").hidden = !steps.only;
}

/** Where the board is drawn. @param {string} [from] the place to go on from */
const drawing = (from = "") => `/api/sessions/${session}/pictures?layout=${layout}${from}${branch ? `&branch=${branch}` : ""}`;

async function draw() {
  const wanted = (stage.parentElement?.clientWidth ?? 0) < NARROW ? "narrow" : "wide";
  if (wanted !== layout) [layout, place, has] = [wanted, -1, ""];
  const past = repair.how && choices ? choices.place : -1; // the board of that moment
  if (past >= 0) [place, has] = [-1, ""];
  const from = past >= 0 ? `&first=${past}&last=${past}` : place < 0 ? "" : `&first=${place}&has=${has}`;
  const drawn = await read(drawing(from), { session });
  if (drawn.svg) board.show(drawn.svg);
  tabs.take(drawn.tabs);
  for (const patch of drawn.patches) board.apply(patch);
  [has, place] = [drawn.mark, drawn.first + drawn.patches.length];
  find("[data-whole]").hidden = !board.map && !drawn.tabs.length;
  if (past >= 0) [place, has] = [-1, ""];
  else if (place < drawn.places - 1) return draw();
  toLast();
  lights.brought = "";
  steps.redraw();
}

/** What the last line touched comes into sight, where the board is longer than its window. */
function toLast() {
  const mark = stage.querySelector('[id="mark:last"]');
  if (!mark) return tabs.fit();
  lights.bring([mark]);
}

stage.addEventListener("click", (event) => steps.tapped(partsUnder(event)));
document.querySelector("[data-unnarrow]")?.addEventListener("click", () => ((steps.only = null), show()));
find('[data-link="away"]').addEventListener("click", () => outbox.deliver());
find("[data-all-lines]").addEventListener("click", (event) => {
  const open = find("#ledger").classList.toggle("all");
  /** @type {HTMLElement} */ (event.currentTarget).setAttribute("aria-expanded", String(open));
});
document.querySelector("[data-undo]")?.addEventListener("click", () => (repair.how ? repair.stop() : undo.undo()));
// a tap on a line fixes it; the list of Fix a line does the same for keys
find("[data-ledger]").addEventListener("click", (event) => {
  const row = /** @type {HTMLElement} */ (event.target).closest("li.line:not(.struck)");
  if (writes && row && !(/** @type {HTMLElement} */ (event.target).closest("a, button"))) repair.open(Number(row.id.slice(1)));
});
const camera = /** @type {HTMLInputElement} */ (find("[data-photo]"));
camera.addEventListener("change", () => {
  for (const photo of camera.files ?? [])
    if (!outbox.addPhoto(photo, say("photo"), last)) find("[data-refused]").textContent = say("photos-full");
  camera.value = "";
  camera.closest("dialog")?.close();
});
addEventListener("online", () => outbox.deliver());
new ResizeObserver(() => (stage.parentElement?.clientWidth ?? 0) < NARROW === (layout === "wide") && layout && look()).observe(stage);
find("[data-whole]").addEventListener("click", () => {
  if (!tabs.byHand && !board.byHand) return tabs.whole();
  tabs.byHand = board.byHand = false; // back to what the next action is about
  board.lookAt(board.view);
  toLast();
  lights.brought = "";
  steps.card?.draw();
});
pannable(board, {});
const recorder = { session, game, own, send, last: () => last, linked: () => linked };
const open = panels(recorder);
const claim = claiming(recorder, open);
const readOff = seeing(recorder);
typing(recorder);
around(recorder, (line) => repair.open(line));
hotkeys({
  undo: () => writes && (repair.how ? repair.stop() : undo.undo()),
  redo: () => writes && undo.redo(),
  fix: () => ledger.typo && repair.open(ledger.typo),
  help: () => open("keys"),
  back() {
    const [panel] = document.querySelectorAll("dialog[open]");
    if (panel) /** @type {HTMLDialogElement} */ (panel).close();
    else if (steps.only) (steps.only = null), show();
    else if (repair.how) repair.stop();
    else return false;
    return true;
  },
});
outbox.open();
look();
listen(session, { after: last, line: heardLine, link: linkIs, session: (news) => (news.closed !== closed() || news.lines > seen) && look() });

// the audit leads here: to a field of a line, to what was not recorded after a line, or to a value on the table after it
const [, asks = "", line = "0", field = "", whose = "", about = ""] = /^#(fix|insert|value)=(\d+)(?::([^:]*):([^:]*):(.*))?$/.exec(location.hash) ?? [];
if (asks && writes) {
  history.replaceState(null, "", location.pathname + location.search);
  repair.start(asks === "fix" ? "fix" : "insert", Number(line), field);
  if (asks === "value") open("seen"), readOff(field, whose, decodeURIComponent(about));
}
