// @ts-check
/** Opens a table or a club by a link: stores the key after the # in this browser and removes it from the address. */

import { ask } from "./api.js";
import { keep, keepClub, keyOf } from "./keys.js";
import { rememberNames } from "./names.js";

const { session = "", club = "" } = document.body.dataset;
const address = session ? `/s/${session}` : `/clubs/${club}`;
const brought = /^#k=([A-Za-z0-9_-]{43})$/.exec(location.hash)?.[1];

if ((session || club) && brought) {
  history.replaceState(null, "", location.pathname + location.search);
  try {
    const answer = await ask(`${address}/key`, { method: "POST", token: brought });
    const { role, seat, home } = await answer.json();
    (session ? keep : keepClub)(session || club, { token: brought, role, seat });
    location.replace(home);
  } catch (error) {
    const where = document.querySelector("[data-refused]");
    if (where) where.textContent = /** @type {Error} */ (error).message;
  }
} else if (session && document.body.dataset.role === "guest" && keyOf(session) && !sessionStorage.getItem(session)) {
  // this browser has a key, but its pages do not know yet: show it once more, and only once
  sessionStorage.setItem(session, "shown");
  const key = /** @type {import("./keys.js").Key} */ (keyOf(session));
  try {
    await ask(`/s/${session}/key`, { method: "POST", token: key.token });
    location.reload();
  } catch {
    // taken back meanwhile: a guest, then
  }
}

if (session && keyOf(session) && document.body.dataset.role !== "guest")
  rememberNames(Object.entries(JSON.parse(document.body.dataset.names ?? "{}")).filter(([letter, name]) => letter !== name).map(([, name]) => String(name)));
