// @ts-check
/** Where the next line goes: to the end of the record, in place of a line, or after a line. */

/** @typedef {"" | "fix" | "insert"} How */

/** Of the line that is written next. @type {{how: How, line: number}} */
export const place = { how: "", line: 0 };

const WHOLE = ["~", "!", "$", "%", "|", "<", ":"]; // what is fixed, claimed, ruled or taken back, or happens around the game
const KINDS = ["claimed", "clocked", "seat-taken", "answered"];

/** Whether a line is about the whole record, wherever it is written. @param {any} line */
export const isWhole = (line) => (Array.isArray(line) ? true : typeof line === "string" ? WHOLE.includes(line[0]) : KINDS.includes(line.kind));

/** A line as it is written at its place. @param {any} line */
export function placed(line) {
  if (!place.how || isWhole(line)) return line;
  const fix = place.how === "fix";
  if (typeof line === "string") return `~ ${place.line}${fix ? "" : "+"} ${line}`;
  return fix ? { kind: "corrected", target: place.line, body: line } : { kind: "inserted", after: place.line, body: line };
}
