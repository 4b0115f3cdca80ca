// @ts-check
/** SHA-256 and the consistency proofs of RFC 9162; a page on plain HTTP has no Web Crypto. */

const ROUNDS = Uint32Array.from(roots(64, 3));
const START = roots(8, 2);

/** The first 32 bits of the fractional parts of the roots of the first primes. @param {number} count @param {number} root */
function roots(count, root) {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  return primes.map((prime) => {
    let low = 0n, high = 1n << 40n;
    const scaled = BigInt(prime) << BigInt(32 * root);
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (middle ** BigInt(root) <= scaled) low = middle;
      else high = middle;
    }
    return Number(low & 0xffffffffn);
  });
}

/** @param {number} x @param {number} n */
const turned = (x, n) => (x >>> n) | (x << (32 - n));

/** @param {Uint8Array} bytes */
export function sha256(bytes) {
  const padded = new Uint8Array((bytes.length + 72) & ~63);
  padded.set(bytes);
  padded[bytes.length] = 128;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length << 3);
  const h = Uint32Array.from(START), w = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15], y = w[i - 2];
      w[i] = w[i - 16] + w[i - 7] + (turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)) + (turned(y, 17) ^ turned(y, 19) ^ (y >>> 10));
    }
    let [a, b, c, d, e, f, g, k] = h;
    for (let i = 0; i < 64; i++) {
      const one = (k + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [k, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, k].forEach((value, i) => (h[i] += value));
  }
  const out = new Uint8Array(32), written = new DataView(out.buffer);
  h.forEach((value, i) => written.setUint32(4 * i, value));
  return out;
}

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** @param {Uint8Array} left @param {Uint8Array} right */
function nodeOf(left, right) {
  const both = new Uint8Array(65);
  both[0] = 1;
  both.set(left, 1);
  both.set(right, 33);
  return sha256(both);
}

/** @param {Uint8Array} one @param {Uint8Array} other */
const same = (one, other) => one.length === other.length && one.every((byte, i) => byte === other[i]);

/**
 * Whether the tree with the new root begins with the tree with the old one (RFC 9162, 2.1.4.2); all hashes in Base64.
 * @param {number} old @param {number} size @param {string} oldRoot @param {string} newRoot @param {string[]} proof
 */
export function isConsistent(old, size, oldRoot, newRoot, proof) {
  if (!(old > 0 && old <= size)) return false;
  if (old === size) return oldRoot === newRoot;
  const path = proof.map(bytesOf);
  if (!(old & (old - 1))) path.unshift(bytesOf(oldRoot));
  if (!path.length) return false;
  let at = old - 1, last = size - 1;
  while (at & 1) [at, last] = [at >> 1, last >> 1];
  let before = path[0], after = path[0];
  for (const node of path.slice(1)) {
    if (!last) return false;
    if (at & 1 || at === last) {
      [before, after] = [nodeOf(node, before), nodeOf(node, after)];
      while (!(at & 1) && at) [at, last] = [at >> 1, last >> 1];
    } else after = nodeOf(after, node);
    [at, last] = [at >> 1, last >> 1];
  }
  return !last && same(before, bytesOf(oldRoot)) && same(after, bytesOf(newRoot));
}
