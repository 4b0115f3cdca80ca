// @ts-check
/** Stores the tokens of this browser's roles by table id. Storage may be unavailable. */

const PREFIX = "griffier:";

/** @typedef {{token: string, role: string, seat: string | null, since?: number}} Key `since` is when it was kept */

/** @param {string} session @returns {Key | null} */
export function keyOf(session) {
  try {
    const kept = localStorage.getItem(PREFIX + session);
    return kept ? JSON.parse(kept) : null;
  } catch {
    return null;
  }
}

/** @param {string} session @param {Key} key */
export function keep(session, key) {
  try {
    localStorage.setItem(PREFIX + session, JSON.stringify({ ...key, since: Date.now() }));
  } catch {
    // a browser that keeps nothing: the key holds as long as the page
  }
}

/** A key that is worth nothing any more. @param {string} session */
export function drop(session) {
  try {
    localStorage.removeItem(PREFIX + session);
  } catch {
    // nothing was kept
  }
}

/** 256 random bits of our own: a table set up or joined with it belongs to it. */
export function newKey() {
  const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Every table this browser has a key to. @returns {string[]} */
export function tables() {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
  } catch {
    return [];
  }
}
