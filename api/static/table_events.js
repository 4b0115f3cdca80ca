// @ts-check
/** Records what happens around the game: pauses, clocks, changes of seats, and answers to a read-back. */

import { ask, read } from "./api.js";
import { el, say } from "./dom.js";
import { inOneLine } from "./draft.js";
import { made } from "./outbox.js";

const find = (/** @type {string} */ which) => /** @type {HTMLElement | null} */ (document.querySelector(which));

/** @param {import("./panels.js").Recorder} recorder @param {(line: number) => void} repair opens a line to be fixed */
export function around(recorder, repair) {
  const close = () => /** @type {HTMLDialogElement | null} */ (find("#else"))?.close();
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-around]")))
    button.addEventListener("click", () => {
      recorder.send(button.dataset.around ?? "", button.textContent ?? "");
      close();
    });
  entered("[data-clock]", (value) => recorder.send({ kind: "clocked", seat: value("seat") || null, shows: value("shows") }, value("shows")));
  entered("[data-seat-taken]", (value) => recorder.send({ kind: "seat-taken", seat: value("seat"), name: value("name") }, value("name")));

  /** @param {string} which @param {(value: (name: string) => string) => void} work */
  function entered(which, work) {
    const form = /** @type {HTMLFormElement | null} */ (find(which));
    form?.addEventListener("submit", (event) => {
      event.preventDefault();
      const data = new FormData(form);
      work((name) => inOneLine(data.get(name)).trim());
      form.reset();
      close();
    });
  }

  readBack(recorder, repair);
  delaying(recorder.session);
}

/** The public delay holds as soon as another one is chosen. @param {string} session */
function delaying(session) {
  const form = /** @type {HTMLFormElement | null} */ (find("[data-delay]"));
  form?.addEventListener("submit", (event) => event.preventDefault());
  form?.addEventListener("change", async () => {
    const kept = /** @type {HTMLElement} */ (form.querySelector("[data-delay-kept]"));
    const [seconds, lines] = String(new FormData(form).get("delay")).split(" ").map(Number);
    try {
      await ask(`/api/sessions/${session}/delay`, { method: "POST", session, key: made(), body: { seconds, lines } });
      kept.textContent = say("delay-kept");
    } catch (error) {
      kept.textContent = /** @type {Error} */ (error).message;
    }
  });
}

/** The part is drawn by the server and replaced with the lines: what is tapped is looked for in it. @param {import("./panels.js").Recorder} recorder @param {(line: number) => void} repair */
function readBack(recorder, repair) {
  const part = find("[data-read-back]");
  const upto = () => Number(/** @type {HTMLElement | null} */ (part?.querySelector("[data-upto]"))?.dataset.upto);
  part?.addEventListener("click", (event) => {
    const { agree, query, fixLine } = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset ?? {};
    if (agree) recorder.send({ kind: "answered", seat: agree, about: upto(), agrees: true }, say("agree"));
    if (fixLine) repair(Number(fixLine));
    if (!query) return;
    const form = /** @type {HTMLElement} */ (part.querySelector(`[data-query-form="${CSS.escape(query)}"]`));
    form.hidden = !form.hidden;
    /** @type {HTMLElement} */ (event.target).closest("button")?.setAttribute("aria-expanded", String(!form.hidden));
    if (!form.hidden) lines(form, recorder.session, upto());
  });
  part?.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const fields = new FormData(form);
    const answer = { kind: "answered", seat: form.dataset.queryForm, about: Number(fields.get("about")), agrees: false, text: inOneLine(fields.get("text")) };
    form.hidden = true;
    recorder.send(answer, say("query"));
  });
}

/** The lines that may be queried, the last one first; without a link only the last one. @param {HTMLElement} form @param {string} session @param {number} upto */
async function lines(form, session, upto) {
  const which = /** @type {HTMLSelectElement} */ (form.querySelector("select"));
  which.focus();
  const replay = await read(`/api/sessions/${session}/replay`, { session }).catch(() => null);
  const found = (replay?.frames.slice(1) ?? []).filter((/** @type {any} */ frame) => frame.line <= upto).reverse();
  if (found.length) which.replaceChildren(...found.map((/** @type {any} */ frame) => el("option", { value: String(frame.line) }, `${frame.line} · ${frame.says}`)));
}
