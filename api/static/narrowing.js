// @ts-check
/** Tapping the board narrows the offers: keys of the drawing against keys of the deeds. It knows no game. */

/** @typedef {import("./offers.js").Choice} Choice */

/** Every part of the drawing under a finger, the uppermost first. @param {MouseEvent} event @returns {string[]} */
export function partsUnder(event) {
  const under = document.elementsFromPoint(event.clientX, event.clientY);
  const parts = under.map((one) => one.closest("[data-layer]")?.id ?? "").filter(Boolean);
  return [...new Set(parts)];
}

/** @param {Choice} choice @returns {string[]} */
const keysOf = (choice) => [...(choice.keys ?? []), ...choice.open.flatMap((open) => open.values.flatMap((value) => value.keys ?? []))];

/**
 * The keys a tap means: a part's own, else those of what stands at the same place (an empty cell and the tile that would
 * lie there share the end of their names). Nothing where no offer has to do with it.
 * @param {string[]} parts @param {Choice[]} choices @returns {string[]}
 */
export function meant(parts, choices) {
  const keys = [...new Set(choices.flatMap(keysOf))];
  const exact = parts.filter((part) => keys.includes(part));
  if (exact.length) return exact;
  for (const part of parts) {
    const there = keys.filter((key) => samePlace(part, key));
    if (there.length) return there;
  }
  return [];
}

/** Whether a part of the drawing and a key are at one place. @param {string} part @param {string} key */
export function samePlace(part, key) {
  const place = part.split(":").slice(1).join(":");
  return place !== "" && !/^\d+$/.test(place) && `:${key.split(":").slice(1).join(":")}:`.includes(`:${place}:`);
}

/** @param {Choice} choice @param {string[]} narrowed */
export function touches(choice, narrowed) {
  return !narrowed.length || keysOf(choice).some((key) => narrowed.includes(key));
}

/** An action to begin with: the example, or what was tapped. @param {Choice} choice @param {string[]} narrowed */
export function narrowedTo(choice, narrowed) {
  const action = structuredClone(choice.action);
  for (const open of choice.open) {
    const tapped = open.values.find((value) => value.keys?.some((key) => narrowed.includes(key)));
    if (tapped && open.kind === "one-of") action[open.name] = tapped.value;
  }
  return action;
}
