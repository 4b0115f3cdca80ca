// @ts-check
/** Where the next line goes: to the end of the record, in place of a line, or after a line. */

/** @typedef {"" | "fix" | "insert"} How */

/** Of the line that is written next; `field` is the input to begin with, `reason` says why an earlier line is changed. @type {{how: How, line: number, field: string, reason: string}} */
export const place = { how: "", line: 0, field: "", reason: "" };

const WHOLE = ["~", "!", "$", "%", "|", "<", ":"]; // what is fixed, claimed, ruled or taken back, or happens around the game
const TEXTS = ["note", "agreed", "gap"]; // lines with a text of their own take no reason beside it
const CHANGE = /^~ (\d+\+?) (?![;&?])/;
const KINDS = ["claimed", "clocked", "seat-taken", "answered"];

/** Whether a line is about the whole record, wherever it is written. @param {any} line */
export const isWhole = (line) => (Array.isArray(line) ? true : typeof line === "string" ? WHOLE.includes(line[0]) : KINDS.includes(line.kind));

/** A line that changes another, with the reason as a record holds it: in quotation marks after the number. @param {any} line */
export function withReason(line) {
  const reason = place.reason.trim().replace(/["\\]/g, "\\$&");
  return reason && typeof line === "string" ? line.replace(CHANGE, (_, number) => `~ ${number} "${reason}" `) : line;
}

/** A line as it is written at its place. @param {any} line */
export function placed(line) {
  if (!place.how || isWhole(line)) return line;
  const fix = place.how === "fix";
  if (typeof line === "string") return withReason(`~ ${place.line}${fix ? "" : "+"} ${line}`);
  const reason = place.reason.trim() && !TEXTS.includes(line.kind) ? { reason: place.reason.trim() } : {};
  return fix ? { kind: "corrected", target: place.line, body: line, ...reason } : { kind: "inserted", after: place.line, body: line, ...reason };
}
