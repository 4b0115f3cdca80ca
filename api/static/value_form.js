// @ts-check
/** The form for values that were announced or read off the table. It starts from the computed value. */

import { read } from "./api.js";
import { preview, showPreview, showTrouble } from "./line_preview.js";
import { el, say, seat as badge } from "./dom.js";
import { place } from "./line_position.js";

/**
 * @typedef {{clause: string, what: string, seat: string | null, key: string[], by: number | string, due: number | string,
 *   source: string, says: string}} Effect
 */

/** @param {import("./panels.js").Recorder} recorder @returns {(which: string, seat: string, of: string) => void} chooses the value that is entered */
export function seeing(recorder) {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-seen]"));
  if (!form) return () => {};
  const dialog = /** @type {HTMLDialogElement} */ (form.closest("dialog"));
  const part = (/** @type {string} */ which) => /** @type {HTMLElement} */ (form.querySelector(which));
  const what = /** @type {HTMLSelectElement} */ (part("#seen-what"));
  const value = /** @type {HTMLInputElement} */ (part("#seen-value"));
  const key = /** @type {HTMLInputElement} */ (part("#seen-key"));
  const previewed = part("[data-seen-preview]");
  /** @type {any} the table as it stands */ let table = null;
  /** @type {Effect | null} the effect that is announced otherwise */ let effect = null;
  let about = false;
  let touched = false; // input made before the answer arrived is kept

  const { session } = recorder;
  const keys = () => (what.selectedOptions[0]?.dataset.key ?? "").split(" ").filter(Boolean);
  const owned = () => ["seat", "side"].includes(keys()[0]);
  const whose = () => String(new FormData(form).get("seat") ?? "");
  const amount = () => (/^[+-]?\d+$/.test(value.value.trim()) ? Number(value.value) : value.value.trim());
  const lineBefore = () => (place.how === "insert" ? place.line : recorder.last()); // the line after which the value is read
  const where = () => (keys().length > (owned() ? 1 : 0) ? key.value.trim().split(/[\s]+/).filter(Boolean) : []);

  function look() {
    const short = where().length < keys().length - (owned() ? 1 : 0);
    if (value.value.trim() === "" || (!about && short)) return null; // not stated yet
    if (!about) return { what: what.value, seat: owned() ? whose() : null, key: where(), value: amount() };
    if (!effect) return null;
    const { what: which, seat, key: of, clause, source } = effect;
    return { what: which, seat, key: of, by: amount(), about: lineBefore(), clause, source };
  }

  /** The fields this value has, and what the table shows of it. */
  function shape() {
    part("[data-now]").hidden = about;
    part("[data-effects]").hidden = !about;
    part("[data-whose]").hidden = !owned();
    part("[data-key-field]").hidden = keys().length <= (owned() ? 1 : 0);
    const known = (what.selectedOptions[0]?.dataset.among ?? "").split(" ").filter(Boolean);
    part("#seen-keys").replaceChildren(...known.map((key) => el("option", { value: key })));
    const counts = about || what.selectedOptions[0]?.dataset.counts === "yes";
    for (const step of form?.querySelectorAll("[data-step]") ?? []) /** @type {HTMLElement} */ (step).hidden = !counts;
    value.classList.toggle("long", !counts);
  }

  /** The form starts from the computed value. */
  function fill() {
    const area = owned() ? table?.seats.find((/** @type {any} */ seat) => seat.seat === whose())?.values : table?.common;
    const now = area?.find((/** @type {any} */ fact) => fact.what === what.value && (!where().length || where().join() === fact.key.join()));
    value.value = now?.value ?? (what.selectedOptions[0]?.dataset.counts ? "0" : "");
    part("[data-due]").textContent = "";
  }

  async function foresee() {
    const line = look();
    if (!line || !recorder.linked()) return showPreview(previewed, null);
    try {
      showPreview(previewed, await preview({ kind: "seen", look: line }));
    } catch (error) {
      showTrouble(previewed, error);
    }
  }

  /** The effects of the last line, as choices. @param {Effect[]} effects */
  function choose(effects) {
    const rows = effects.map((each, i) => {
      const radio = /** @type {HTMLInputElement} */ (el("input", { class: "vh", type: "radio", name: "effect", value: String(i) }));
      radio.addEventListener("change", () => {
        effect = each;
        value.value = String(each.by);
        part("[data-due]").textContent = say("due", { due: Number(each.due) > 0 ? `+${each.due}` : each.due });
      });
      return el("li", {}, el("label", { class: "chip" }, radio, each.seat ? badge(each.seat) : null, each.says));
    });
    part("[data-effects]").replaceChildren(...(rows.length ? rows : [el("li", { class: "dim" }, say("no-effects", { line: lineBefore() }))]));
    effect = null;
  }

  dialog.addEventListener("opening", async () => {
    const line = lineBefore();
    part("[data-about-line]").textContent = say("about", { line });
    showPreview(previewed, null);
    touched = false;
    shape();
    const helped = document.body.dataset.help === "on";
    part("[data-about-line]").hidden = !helped;
    if (!helped) return;
    const [now, replay] = await Promise.all([
      read(`/api/sessions/${session}/table?line=${line}`, { session }).catch(() => null),
      read(`/api/sessions/${session}/replay?first=${line}&last=${line}`, { session }).catch(() => null),
    ]);
    table = now;
    choose((replay?.frames.at(-1)?.effects ?? []).filter((/** @type {Effect} */ effect) => typeof effect.by === "number" && effect.clause));
    if (!touched && !about) fill();
  });
  value.addEventListener("input", () => (touched = true));
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-about]")))
    button.addEventListener("click", () => {
      about = button.dataset.about === "line";
      for (const other of form.querySelectorAll("[data-about]")) other.setAttribute("aria-pressed", String(other === button));
      shape();
      if (!about) fill();
      showPreview(previewed, null);
    });
  for (const step of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-step]")))
    step.addEventListener("click", () => {
      value.value = String((Number(value.value) || 0) + Number(step.dataset.step));
      touched = true;
      foresee();
    });
  form.addEventListener("change", (event) => {
    shape();
    if (event.target === value || about) return foresee();
    fill(); // what the table shows is no news
    showPreview(previewed, null);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const line = look();
    if (!line) return;
    const says = effect && about ? effect.says : [names[line.seat ?? ""], what.selectedOptions[0].textContent, ...line.key].filter(Boolean).join(" ");
    recorder.send({ kind: "seen", look: line }, `${says}: ${value.value}`);
    dialog.close();
  });
  return (which, seat, of) => {
    if ([...what.options].some((option) => option.value === which)) what.value = which;
    const mine = /** @type {HTMLInputElement | null} */ (form.querySelector(`input[name=seat][value="${CSS.escape(seat)}"]`));
    if (mine) mine.checked = true;
    key.value = of;
    shape();
  };
}

/** @type {Record<string, string>} */
const names = JSON.parse(document.body.dataset.names ?? "{}");
