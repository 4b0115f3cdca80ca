// @ts-check
/** Ed25519 signatures (RFC 8032) with a key of this device; a page on plain HTTP has no Web Crypto that could make them. */

const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const WORD = (1n << 64n) - 1n;

/** @param {bigint} x */
const mod = (x) => ((x % P) + P) % P;

/** @param {bigint} base @param {bigint} exponent */
function power(base, exponent) {
  let result = 1n;
  for (base = mod(base); exponent; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % P;
    base = (base * base) % P;
  }
  return result;
}

/** @typedef {[bigint, bigint, bigint, bigint]} Point in extended coordinates */

const D = mod(-121665n * power(121666n, P - 2n));
const Y = mod(4n * power(5n, P - 2n));
const X = 15112221349535400772501151409588531511454012693041857206046113283949847762202n;
/** @type {Point} */
const BASE = [X, Y, 1n, mod(X * Y)];

/** @param {Point} a @param {Point} b @returns {Point} */
function add(a, b) {
  const e = mod((a[1] - a[0]) * (b[1] - b[0])), f = mod((a[1] + a[0]) * (b[1] + b[0]));
  const g = mod(2n * a[3] * b[3] * D), h = mod(2n * a[2] * b[2]);
  const w = f - e, x = h - g, y = h + g, z = f + e;
  return [mod(w * x), mod(y * z), mod(x * y), mod(w * z)];
}

/** The point that a multiple of the base is, in its 32 bytes. @param {bigint} factor */
function encoded(factor) {
  /** @type {Point} */
  let product = [0n, 1n, 1n, 0n], point = BASE;
  for (; factor; factor >>= 1n, point = add(point, point)) if (factor & 1n) product = add(product, point);
  const inverse = power(product[2], P - 2n), x = mod(product[0] * inverse), y = mod(product[1] * inverse);
  return little(y | ((x & 1n) << 255n), 32);
}

/** @param {bigint} value @param {number} length */
const little = (value, length) => Uint8Array.from({ length }, (_, i) => Number((value >> BigInt(8 * i)) & 255n));

/** @param {Uint8Array} bytes */
const numberOf = (bytes) => [...bytes].reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** @param {...Uint8Array} parts */
export const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** The first 64 bits of the fractional parts of the roots of the first primes. @param {number} count @param {number} root */
function fractions(count, root) {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  return primes.map((prime) => {
    let low = 0n, high = 1n << 70n;
    const scaled = BigInt(prime) << BigInt(64 * root);
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (middle ** BigInt(root) <= scaled) low = middle;
      else high = middle;
    }
    return low & WORD;
  });
}

/** @param {Uint8Array} bytes */
export function sha512(bytes) {
  const rounds = fractions(80, 3), h = fractions(8, 2);
  const padded = new Uint8Array((bytes.length + 144) & ~127), view = new DataView(padded.buffer);
  padded.set(bytes);
  padded[bytes.length] = 128;
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  /** @param {bigint} x @param {bigint} n */
  const turned = (x, n) => ((x >> n) | (x << (64n - n))) & WORD;
  for (let at = 0; at < padded.length; at += 128) {
    const w = Array.from({ length: 16 }, (_, i) => view.getBigUint64(at + 8 * i));
    for (let i = 16; i < 80; i++) {
      const x = w[i - 15], y = w[i - 2];
      const one = turned(x, 1n) ^ turned(x, 8n) ^ (x >> 7n), two = turned(y, 19n) ^ turned(y, 61n) ^ (y >> 6n);
      w.push((w[i - 16] + w[i - 7] + one + two) & WORD);
    }
    let [a, b, c, d, e, f, g, k] = h;
    for (let i = 0; i < 80; i++) {
      const one = (k + (turned(e, 14n) ^ turned(e, 18n) ^ turned(e, 41n)) + ((e & f) ^ ((e ^ WORD) & g)) + rounds[i] + w[i]) & WORD;
      const two = ((turned(a, 28n) ^ turned(a, 34n) ^ turned(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c))) & WORD;
      [k, g, f, e, d, c, b, a] = [g, f, e, (d + one) & WORD, c, b, a, (one + two) & WORD];
    }
    [a, b, c, d, e, f, g, k].forEach((value, i) => (h[i] = (h[i] + value) & WORD));
  }
  const out = new Uint8Array(64), written = new DataView(out.buffer);
  h.forEach((value, i) => written.setBigUint64(8 * i, value));
  return out;
}

/** The public key of a seed of 32 bytes. @param {Uint8Array} seed */
export const publicKey = (seed) => encoded(scalarOf(sha512(seed)));

/** @param {Uint8Array} digest */
function scalarOf(digest) {
  const bytes = digest.slice(0, 32);
  bytes[0] &= 248;
  bytes[31] = (bytes[31] & 127) | 64;
  return numberOf(bytes);
}

/** @param {Uint8Array} seed @param {Uint8Array} message */
export function signed(seed, message) {
  const digest = sha512(seed), scalar = scalarOf(digest), key = encoded(scalar);
  const r = numberOf(sha512(joined(digest.slice(32), message))) % ORDER, point = encoded(r);
  const h = numberOf(sha512(joined(point, key, message))) % ORDER;
  return joined(point, little((r + h * scalar) % ORDER, 32));
}
