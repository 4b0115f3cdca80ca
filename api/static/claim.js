// @ts-check
/** The form that disputes a line: the claiming seat, the clause and the reason. */

import { preview, showPreview, showTrouble } from "./line_preview.js";
import { say } from "./dom.js";

/** @param {import("./panels.js").Recorder} recorder @param {(id: string) => void} open @returns {(line: number, clause?: string) => void} */
export function claiming(recorder, open) {
  const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("claim"));
  if (!dialog) return () => {};
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));
  const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
  const [cited, words] = [field("claim-clause"), field("claim-text")];
  const where = /** @type {HTMLElement} */ (dialog.querySelector("[data-claim-preview]"));
  const heading = /** @type {HTMLElement} */ (dialog.querySelector("[data-claim-line]"));
  let about = 0;

  const claimed = () => ({
    kind: "claimed",
    seat: recorder.own || String(new FormData(form).get("claimant") ?? ""),
    about,
    clause: cited.value.trim(),
    text: words.value.trim(),
  });

  async function foresee() {
    if (!recorder.linked()) return showPreview(where, null);
    try {
      showPreview(where, await preview(claimed()));
    } catch (error) {
      showTrouble(where, error);
    }
  }

  for (const input of [cited, words]) input.addEventListener("change", foresee);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const line = claimed();
    recorder.send(line, `${say("claim")}: ${line.about} ${line.clause}`);
    dialog.close();
  });
  return (line, clause = "") => {
    about = line;
    cited.value = clause;
    heading.textContent = say("about", { line });
    open("claim");
    foresee();
  };
}
