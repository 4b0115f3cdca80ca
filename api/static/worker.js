// @ts-check
/// <reference lib="webworker" />
/**
 * Opens the recorder without a link: scripts and styles are kept from the start, a page and what it asked for as it was
 * last read. Nothing is written from here: lines that wait are sent by the recorder itself.
 */

/* global VERSION, FILES */
const CACHE = `griffier-${VERSION}`;
const OFFLINE = "/offline";
const SLOW = 5000; // milliseconds after which a page that is kept is shown instead of waiting on
const PAGES = /^\/(lay)?$|^\/s\/[\w-]+\/record$/;
const ANSWERS = /^\/api\/sessions\/[\w-]+(\/options|\/pictures)?$|^\/s\/[\w-]+\/record\/lines$/;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...FILES, OFFLINE])).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => worker.clients.claim()));
});

/** Under which name an answer is kept: of a drawing only the whole one, of a page not how it was reached. @param {URL} url */
function named(url) {
  if (PAGES.test(url.pathname)) return url.pathname + (url.searchParams.has("branch") ? `?branch=${url.searchParams.get("branch")}` : "");
  if (!ANSWERS.test(url.pathname) || url.searchParams.has("first")) return "";
  return url.pathname + url.search;
}

/** What is kept under a name; answers vary by cookies and languages that are the same in one browser. @param {string} name */
const kept = async (name) => (await caches.open(CACHE)).match(name, { ignoreVary: true });

/** @param {Request} request @param {string} name */
async function fresh(request, name) {
  const answer = await fetch(request);
  if (answer.ok && !answer.redirected) await (await caches.open(CACHE)).put(name, answer.clone());
  return answer;
}

/** From the network, else as it was last read. @param {Request} request @param {string} name @param {boolean} page */
async function networkFirst(request, name, page) {
  const answer = fresh(request, name);
  const late = page ? new Promise((wake) => setTimeout(wake, SLOW)).then(() => kept(name)) : new Promise(() => {});
  try {
    return (await Promise.race([answer, late])) ?? (await answer);
  } catch (error) {
    const found = (await kept(name)) ?? (page ? await kept(OFFLINE) : undefined);
    if (found) return found;
    throw error;
  }
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/static/")) return event.respondWith(kept(url.pathname).then((found) => found ?? fetch(request)));
  const page = request.mode === "navigate";
  const name = named(url);
  if (name) event.respondWith(networkFirst(request, name, page));
  else if (page) event.respondWith(fetch(request).catch(async (error) => (await kept(OFFLINE)) ?? Promise.reject(error)));
});
