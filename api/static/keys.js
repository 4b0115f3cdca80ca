// @ts-check
/** Stores the tokens of this browser's roles by the id of a table or a club. Storage may be unavailable. */

const PREFIX = "griffier:";
const CLUB_PREFIX = "griffier-club:";

/** @typedef {{token: string, role: string, seat: string | null, since?: number}} Key `since` is when it was kept */

/** The key to a table or a club; at the page of a table without one, the key to its club. @param {string} id @returns {Key | null} */
export function keyOf(id) {
  const { session, club } = document.body.dataset;
  try {
    const kept = localStorage.getItem(PREFIX + id) ?? localStorage.getItem(CLUB_PREFIX + (id === session ? club : id));
    return kept ? JSON.parse(kept) : null;
  } catch {
    return null;
  }
}

/** @param {string} session @param {Key} key */
export const keep = (session, key) => store(PREFIX + session, key);

/** @param {string} club @param {Key} key */
export const keepClub = (club, key) => store(CLUB_PREFIX + club, key);

/** @param {string} name @param {Key} key */
function store(name, key) {
  try {
    localStorage.setItem(name, JSON.stringify({ ...key, since: Date.now() }));
  } catch {
    // a browser that keeps nothing: the key holds as long as the page
  }
}

/** A key that is worth nothing any more. @param {string} id of a table or a club */
export function drop(id) {
  try {
    localStorage.removeItem(PREFIX + id);
    localStorage.removeItem(CLUB_PREFIX + id);
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
