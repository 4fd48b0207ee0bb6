// SHA-256 and SHA-512. A browser offers its own only on encrypted pages, and a table in the living room has none.

const WIDTHS = {
  32: { rounds: 64, block: 64, big: [[2, 13, 22], [6, 11, 25]], small: [[7, 18, 3], [17, 19, 10]] },
  64: { rounds: 80, block: 128, big: [[28, 34, 39], [14, 18, 41]], small: [[1, 8, 7], [19, 61, 6]] },
};

/** The largest whole number whose nth power is not above the value. */
function root(value, n) {
  let low = 0n, high = 1n << 80n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** n <= value) low = middle;
    else high = middle;
  }
  return low;
}

/** The first 64 bits after the point of a prime's nth root: the constants of the standard come from there. */
const fraction = (prime, n) => root(BigInt(prime) << (64n * n), n) & ((1n << 64n) - 1n);

const PRIMES = [];
for (let p = 2; PRIMES.length < 80; p++) if (PRIMES.every((q) => p % q)) PRIMES.push(p);
const ROOTS = PRIMES.slice(0, 8).map((p) => fraction(p, 2n));
const CUBES = PRIMES.map((p) => fraction(p, 3n));

function digest(bytes, bits) {
  const { rounds, block, big, small } = WIDTHS[bits];
  const width = BigInt(bits), mask = (1n << width) - 1n, cut = 64n - width;
  const turn = (x, n) => ((x >> BigInt(n)) | (x << (width - BigInt(n)))) & mask;
  const mix = (x, [a, b, c], shifts) => turn(x, a) ^ turn(x, b) ^ (shifts ? x >> BigInt(c) : turn(x, c));
  const state = ROOTS.map((r) => r >> cut);
  const constants = CUBES.map((c) => c >> cut);
  for (const words of blocks(bytes, block, bits / 8)) {
    for (let i = 16; i < rounds; i++) words.push((mix(words[i - 2], small[1], true) + words[i - 7] + mix(words[i - 15], small[0], true) + words[i - 16]) & mask);
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < rounds; i++) {
      const one = h + mix(e, big[1]) + ((e & f) ^ (~e & mask & g)) + constants[i] + words[i];
      const two = mix(a, big[0]) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) & mask, c, b, a, (one + two) & mask];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => (state[i] = (state[i] + x) & mask));
  }
  return fromHex(state.map((x) => x.toString(16).padStart(bits / 4, "0")).join(""));
}

/** The message with its end marked and its length behind it, cut into blocks of sixteen words. */
function blocks(bytes, block, size) {
  const tail = block / 8;
  const whole = new Uint8Array(Math.ceil((bytes.length + 1 + tail) / block) * block);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  new DataView(whole.buffer).setUint32(whole.length - 4, bytes.length * 8);
  const found = [];
  for (let at = 0; at < whole.length; at += block) found.push(Array.from({ length: 16 }, (_, i) => BigInt(`0x${toHex(whole.subarray(at + i * size, at + (i + 1) * size))}`)));
  return found;
}

export const sha256 = (bytes) => digest(bytes, 32);
export const sha512 = (bytes) => digest(bytes, 64);

export const toHex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
export const fromHex = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));

/** Several pieces of bytes as one. */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
