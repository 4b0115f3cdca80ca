// @ts-check
/** The outbox: keeps lines in the browser until the server has them, and sends them in order, each once. */

import { ask, Away, Refused } from "./api.js";

/**
 * @typedef {{n?: number, id: string, session: string, line: any, says: string, seen: number | null, look: boolean, after?: number, written?: number, photo?: Blob, at?: number | null}} Waiting
 * `seen` is the version known when a line was written, so that the server says whether others wrote meanwhile; `after` is
 * the last line of it, `written` the time; `look` marks a line that was written without a link. A photograph is of the line `at`; without one, of the
 * line that goes before it.
 */

export const PHOTOS = 20; // photographs that may wait
const AGAIN = [400, 1000, 2000, 4000, 8000];

/** A key of our own making: randomUUID is closed to plain HTTP. */
export function made() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @returns {Promise<IDBDatabase>} */
function opened() {
  return new Promise((good, bad) => {
    const request = indexedDB.open("griffier", 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore("outbox", { keyPath: "n", autoIncrement: true }).createIndex("session", "session");
    request.onsuccess = () => good(request.result);
    request.onerror = () => bad(request.error);
  });
}

/** Keys for what may be sent again: the same for the same, so that it is written once; changed, it is something else. */
export function keyFor() {
  let before = "";
  let key = "";
  return (/** @type {any} */ body) => {
    const now = JSON.stringify(body);
    if (now !== before) [before, key] = [now, made()];
    return key;
  };
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
  return new Promise((good, bad) => {
    request.onsuccess = () => good(request.result);
    request.onerror = () => bad(request.error);
  });
}

export class Outbox {
  /**
   * @param {string} session
   * @param {{changed: () => void, taken: (entry: Waiting, receipt: any) => void, link: (there: boolean) => void}} heard
   */
  constructor(session, heard) {
    this.session = session;
    this.heard = heard;
    /** @type {Waiting[]} */
    this.waiting = [];
    /** @type {{entry: Waiting, problem: import("./api.js").Problem} | null} what the first of them was refused for */
    this.stuck = null;
    this.busy = false;
    this.tries = 0;
    /** @type {Promise<void> | undefined} */
    this.opening = undefined;
    /** @type {Waiting | null} the one on the wire */
    this.sending = null;
    /** @type {(() => void) | null} ends the wait for the next try */
    this.wake = null;
  }

  /** What was kept comes before what was written since. */
  open() {
    this.opening = this.fetched();
    return this.opening;
  }

  async fetched() {
    this.db = await opened();
    const kept = await done(this.store("readonly").index("session").getAll(this.session));
    this.waiting = [...kept, ...this.waiting];
    this.heard.changed();
    this.deliver();
  }

  /** @param {IDBTransactionMode} mode */
  store(mode) {
    return /** @type {IDBDatabase} */ (this.db).transaction("outbox", mode).objectStore("outbox");
  }

  /** Shown at once, kept at once, sent when its turn comes. @param {any} line @param {string} says @param {number} version @param {boolean} linked @param {number} after the last line known */
  add(line, says, version, linked, after) {
    return this.keep({ id: made(), session: this.session, line, says, seen: version, look: !linked, after, written: Date.now() });
  }

  /** A photograph of the table after the last line; false where too many wait already. @param {Blob} photo @param {string} says @param {number} last */
  addPhoto(photo, says, last) {
    if (this.waiting.filter((entry) => entry.photo).length >= PHOTOS) return false;
    const at = this.waiting.length ? null : last;
    this.keep({ id: made(), session: this.session, line: null, says, seen: null, look: false, photo, at });
    return true;
  }

  /** @param {Waiting} entry */
  async keep(entry) {
    this.waiting.push(entry);
    this.heard.changed();
    await this.opening;
    entry.n = /** @type {number} */ (await done(this.store("readwrite").add(entry)));
    this.deliver();
  }

  /** @param {Waiting} entry */
  async drop(entry) {
    if (this.sending === entry) return; // too late: it may be there already
    this.waiting = this.waiting.filter((other) => other !== entry);
    if (this.stuck?.entry === entry) this.stuck = null;
    this.heard.changed();
    if (entry.n !== undefined) await done(this.store("readwrite").delete(entry.n));
    this.deliver();
  }

  /** Another text in the same place; it is another line, so it has another key. @param {Waiting} entry @param {string} line */
  async rewrite(entry, line) {
    Object.assign(entry, { id: made(), line, says: "" });
    if (this.stuck?.entry === entry) this.stuck = null;
    this.heard.changed();
    await done(this.store("readwrite").put(entry));
    this.deliver();
  }

  /** Lines of others were recorded meanwhile: ours come after theirs. */
  async sendAnyway() {
    this.stuck = null;
    this.heard.changed();
    for (const entry of this.waiting) await this.known(entry, null); // after whatever was written meanwhile
    this.deliver();
  }

  /** What came before this line is known now. @param {Waiting | undefined} entry @param {number | null} version @param {number} [line] */
  async known(entry, version, line) {
    if (!entry) return;
    Object.assign(entry, { seen: entry.photo ? null : version });
    if (entry.photo && entry.at === null && line !== undefined) entry.at = line;
    if (entry.n !== undefined) await done(this.store("readwrite").put(entry));
  }

  async deliver() {
    this.wake?.();
    if (this.busy || this.stuck || !this.db) return;
    this.busy = true;
    while (this.waiting.length && !this.stuck) {
      const entry = this.waiting[0];
      if (entry.n === undefined) break; // not kept yet: adding it calls again
      try {
        this.sending = entry;
        await this.send(entry);
        this.tries = 0;
      } catch (error) {
        this.sending = null;
        if (error instanceof Refused && error.problem.status < 500 && error.problem.status !== 429) {
          this.stuck = { entry, problem: error.problem };
          this.heard.changed();
        } else {
          if (error instanceof Away) await this.away(entry);
          await this.wait();
        }
      }
    }
    this.busy = false;
    this.sending = null;
  }

  /** No link after all: others may write before this line arrives. @param {Waiting} entry */
  async away(entry) {
    Object.assign(entry, { look: true });
    this.heard.link(false);
    await done(this.store("readwrite").put(entry));
  }

  /** Until the next try; shorter if the link is heard of. @returns {Promise<void>} */
  wait() {
    return new Promise((go) => {
      this.wake = () => go();
      setTimeout(go, AGAIN[Math.min(this.tries++, AGAIN.length - 1)]);
    });
  }

  /** @param {Waiting} entry */
  async send(entry) {
    const body = entry.photo ?? { lines: Array.isArray(entry.line) ? entry.line : [entry.line], ...(entry.seen === null ? {} : { seen: entry.seen }) };
    const to = `/api/sessions/${this.session}/lines${entry.photo ? `/${entry.at}/photographs` : ""}`;
    const answer = await ask(to, { method: "POST", session: this.session, key: entry.id, body });
    const receipt = await answer.json();
    this.waiting = this.waiting.filter((other) => other !== entry);
    this.heard.link(true);
    await this.known(this.waiting[0], receipt.version, entry.at ?? receipt.line); // before this one is forgotten: a tab may close in between
    await done(this.store("readwrite").delete(/** @type {number} */ (entry.n)));
    this.heard.taken(entry, receipt);
    this.heard.changed();
  }
}
