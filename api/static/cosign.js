// @ts-check
/** Signs the newest checkpoint of a table with a key that never leaves this device. */

import { ask, read } from "./api.js";
import { joined, publicKey, signed } from "./ed25519.js";
import { sha256 } from "./merkle.js";

const SEED = "device-key"; // one key for all tables of this browser
const session = document.body.dataset.session ?? "";

/** @param {Uint8Array} bytes */
const base64 = (bytes) => btoa(String.fromCharCode(...bytes));

/** The seed of this device's key; it is made when it is first needed. */
function seed() {
  const kept = localStorage.getItem(SEED);
  if (kept) return Uint8Array.from(atob(kept), (character) => character.charCodeAt(0));
  const made = crypto.getRandomValues(new Uint8Array(32));
  localStorage.setItem(SEED, base64(made));
  return made;
}

/** Signs the newest checkpoint. @param {string} signer the end of the key's name, as `seat/B` */
export async function sign(signer) {
  const now = await read(`/api/sessions/${session}/checkpoint`, { session });
  const text = now.checkpoint.slice(0, now.checkpoint.indexOf("\n\n") + 1), bytes = new TextEncoder();
  const mine = seed(), key = publicKey(mine);
  const id = sha256(joined(bytes.encode(`griffier/${signer}`), Uint8Array.of(10, 1), key)).slice(0, 4);
  const signature = base64(joined(id, signed(mine, bytes.encode(text))));
  await ask(`/api/sessions/${session}/cosignatures`, { method: "POST", session, body: { size: now.size, key: base64(key), signature } });
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-cosign]")))
  button.addEventListener("click", async () => {
    const says = /** @type {HTMLElement} */ (document.querySelector("[data-cosign-says]"));
    button.disabled = true;
    try {
      await sign(button.dataset.cosign ?? "");
      location.reload();
    } catch (error) {
      says.textContent = error instanceof DOMException ? says.dataset.noStorage ?? "" : /** @type {Error} */ (error).message;
      button.disabled = false;
    }
  });
