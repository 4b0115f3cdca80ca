// @ts-check
/** Names of people from this browser's own tables, newest first. They never leave the browser. */

const KEPT = "griffier-names";
const MOST = 60;

/** @returns {string[]} */
export function knownNames() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? kept.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

/** @param {string[]} names */
export function rememberNames(names) {
  const fresh = names.map((name) => name.trim()).filter((name) => name.length > 1);
  try {
    localStorage.setItem(KEPT, JSON.stringify([...new Set([...fresh, ...knownNames()])].slice(0, MOST)));
  } catch {
    // a browser that keeps nothing suggests nothing
  }
}
