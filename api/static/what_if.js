// @ts-check
/** Keeps the what-ifs of this browser: their addresses hold all of them, so nothing is sent. */

import { el, say } from "./dom.js";

/** @typedef {{name: string, address: string}} Kept */

const find = (/** @type {string} */ which) => /** @type {HTMLElement} */ (document.querySelector(which));
const here = `what-ifs ${document.body.dataset.session}`;
const address = /** @type {HTMLInputElement} */ (find("[data-address]"));
const name = /** @type {HTMLInputElement} */ (find("#w-name"));

/** @returns {Kept[]} */
const kept = () => JSON.parse(localStorage.getItem(here) ?? "[]");

/** @param {Kept[]} list */
function keep(list) {
  localStorage.setItem(here, JSON.stringify(list));
  show();
}

function show() {
  find("[data-kept]").replaceChildren(...kept().map((one) => {
    const away = el("button", { class: "btn quiet", type: "button" }, say("throw-away"));
    away.addEventListener("click", () => keep(kept().filter((other) => other.address !== one.address)));
    return el("li", { class: "row" }, el("a", { href: one.address }, one.name), away);
  }));
}

find("[data-copy]").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(address.value);
    find("[data-says]").textContent = say("copied");
  } catch {
    address.select();
  }
});
find("[data-keep]").addEventListener("click", () => {
  const held = kept().filter((one) => one.address !== address.value);
  keep([{ name: name.value.trim() || document.querySelector("h1")?.textContent || "", address: address.value }, ...held].slice(0, 50));
});
for (const button of document.querySelectorAll("[data-copy], [data-keep]")) /** @type {HTMLElement} */ (button).hidden = false;
show();
