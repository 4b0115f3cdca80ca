// @ts-check
/** Draws what was entered of an input: spots in a row, or on a drawing of the piece. It knows no game. */

import { el, say, svg } from "./dom.js";
import { amounts, picture } from "./controls.js";
import { isInline, rowOf, unseenChoice } from "./tray.js";

/** @typedef {import("./inputs.js").StepCard} StepCard */
/** @typedef {import("./entry.js").Field} Field */

/** What was entered of an input so far. @param {StepCard} card @param {Field} field @param {{field: Field, at: number} | null} open @param {Field | null} lit whose places are lit on the board */
export function entered(card, field, open, lit) {
  if (field.kind === "counts") return amounts(card.entry, field, card.taking.was, () => card.changed());
  if (isInline(card, field)) {
    const rows = card.entry.rows(field, 0).filter((row) => !row.more || card.more);
    const made = rows.map((row) => rowOf(card, field, 0, row, row === rows.at(-1) ? unseenChoice(card, field) : null));
    return el("div", { class: "palette inline", role: "group", "aria-label": field.says }, ...made);
  }
  const alone = field.kind === "pick" && !field.digits && field.spots?.length === 1;
  if (open?.field === field && (alone || (lit === field && field.kind === "cells"))) return null; // its values are on the screen
  const spots = card.entry.spots(field).map((at) => spotButton(card, field, at, open?.field === field && open.at === at));
  const painted = field.kind === "paint" || (field.kind === "cells" && spots.length > 1);
  const made = el("div", { class: painted ? `canvas k-${field.kind}` : "slots", role: "group", "aria-label": field.says });
  if (painted) size(field, made);
  const ground = painted ? groundPicture(card, field) : null;
  if (field.joins && card.entry.joined(field)) made.classList.add("joined");
  made.append(...(ground ? [ground] : []), ...grouped(field, card.entry.spots(field), spots));
  return made;
}

/** The spots of one piece together, after its name. @param {Field} field @param {number[]} numbers @param {HTMLElement[]} spots */
function grouped(field, numbers, spots) {
  const names = numbers.map((at) => field.spots?.[at].group ?? "");
  if (!names.some(Boolean)) return spots;
  return [...new Set(names)].map((name) => el("span", { class: "ofpiece", role: "group", "aria-label": name }, el("small", {}, name), ...spots.filter((_, at) => names[at] === name)));
}

/** What stood in a spot of the line that is fixed, where something else stands now. @param {StepCard} card @param {Field} field @param {number} at */
function oldValue(card, field, at) {
  const old = card.taking.was?.[field.name]?.chosen[at] ?? null;
  if (old === null || old === card.entry.of(field).chosen[at]) return null;
  return el("del", {}, card.entry.rows(field, at).flatMap((row) => row.values).find((value) => value.text === old)?.says ?? old);
}

/** The face as far as it is painted. @param {StepCard} card @param {Field} field */
function groundPicture(card, field) {
  const way = field.joins ? card.entry.joined(field) : null;
  return picture(card.taking.pictures, way?.picture ?? field.ground);
}

/** The part of a canvas its spots take: left, top, width, height; a painted piece is a square. @param {Field} field */
function extent(field) {
  const boxes = (field.spots ?? []).flatMap((spot) => (spot.box ? [spot.box] : []));
  const [right, bottom] = [Math.max(...boxes.map((box) => box[0] + box[2])), Math.max(...boxes.map((box) => box[1] + box[3]))];
  if (field.ground) return [0, 0, Math.max(right, bottom), Math.max(right, bottom)];
  const [left, top] = [Math.min(...boxes.map((box) => box[0])), Math.min(...boxes.map((box) => box[1]))];
  return [left, top, right - left, bottom - top];
}

/** The pictures of the parts of a piece, each in its place; nothing where one has no place. @param {{shown: SVGElement, box: [number, number, number, number] | null}[]} parts @returns {SVGElement | null} */
export function together(parts) {
  const boxes = parts.flatMap(({ box }) => (box ? [box] : []));
  if (!boxes.length || boxes.length < parts.length) return null;
  const [left, top] = [Math.min(...boxes.map((box) => box[0])), Math.min(...boxes.map((box) => box[1]))];
  const [right, bottom] = [Math.max(...boxes.map((box) => box[0] + box[2])), Math.max(...boxes.map((box) => box[1] + box[3]))];
  parts.forEach(({ shown }, at) => ["x", "y", "width", "height"].forEach((name, side) => shown.setAttribute(name, String(boxes[at][side]))));
  return svg("svg", { class: "gf piece", "aria-hidden": "true", viewBox: `${left} ${top} ${right - left} ${bottom - top}` }, ...parts.map(({ shown }) => shown));
}

/** @param {Field} field @param {HTMLElement} made */
function size(field, made) {
  const [, , wide, high] = extent(field);
  made.style.setProperty("--wide", String(wide));
  made.style.setProperty("--high", String(high));
}

/** @param {StepCard} card @param {Field} field @param {number} at @param {boolean} open */
function spotButton(card, field, at, open) {
  const spot = /** @type {import("./entry.js").Spot} */ (field.spots?.[at]);
  const text = card.entry.of(field).chosen[at];
  const value = card.entry.value(field, at);
  const shown = picture(card.taking.pictures, value?.picture);
  const shownText = text === null ? (open && card.typed ? `${card.typed}_` : spot.says) : value ? value.says : "?";
  const short = text === null ? shownText : value && field.kind !== "paint" ? value.says : "?";
  const made = el("button", {
    type: "button", class: `spot${open ? " open" : ""}${text === null ? " free" : ""}`, "data-spot": `${field.name}:${at}`, "data-id": `s${field.name}:${at}`,
    "aria-label": `${[spot.group, spot.says].filter(Boolean).join(" ")}: ${text === null ? say("missing") : shownText}`, ...(open ? { "aria-current": "true" } : {}),
  }, shown ?? short, oldValue(card, field, at));
  if (spot.box) {
    const [left, top] = extent(field);
    for (const [name, value] of Object.entries({ "--x": spot.box[0] - left, "--y": spot.box[1] - top, "--w": spot.box[2], "--h": spot.box[3] })) made.style.setProperty(name, String(value));
  }
  made.addEventListener("click", () => {
    if (text !== null && (!card.taking.was || open)) card.entry.of(field).chosen[at] = null; // what is fixed stays until it is replaced
    [card.wish, card.typed, card.doubt] = [{ field, at }, "", null];
    card.changed();
  });
  return made;
}
