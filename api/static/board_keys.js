// @ts-check
/** Finds the keys of the drawing under a tap, and compares the places of keys. It knows no game. */

/** Every part of the drawing under a finger, the uppermost first. @param {MouseEvent} event @returns {string[]} */
export function partsUnder(event) {
  const under = document.elementsFromPoint(event.clientX, event.clientY);
  const parts = under.map((element) => element.closest("[data-layer]")?.id ?? "").filter(Boolean);
  return [...new Set(parts)];
}

/** Whether a part of the drawing and a key are at one place. @param {string} part @param {string} key */
export function samePlace(part, key) {
  const place = part.split(":").slice(1).join(":");
  return place !== "" && !/^\d+$/.test(place) && `:${key.split(":").slice(1).join(":")}:`.includes(`:${place}:`);
}
