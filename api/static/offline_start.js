// @ts-check
/** Registers the service worker that opens the recorder offline, or says what to do where the address forbids one. */

import { ask } from "./api.js";

/** Whether this page can be opened again while there is no link. */
export const opensOffline = () => Boolean(navigator.serviceWorker?.controller);

const IDLE = 5000; // milliseconds without a new line after which the page is kept as it stands
/** @type {ReturnType<typeof setTimeout> | undefined} */ let soon;

/** Has the worker keep a table's addresses as they are now. @param {string} session @param {string[]} addresses */
export function keepSoon(session, addresses) {
  clearTimeout(soon);
  soon = setTimeout(() => {
    if (opensOffline()) for (const address of addresses) ask(address, { session }).catch(() => {}); // what was kept before stays
  }, IDLE);
}

if (navigator.serviceWorker) {
  navigator.serviceWorker.register("/worker.js").catch(() => {}); // a browser that allows none, as in a private window
}
