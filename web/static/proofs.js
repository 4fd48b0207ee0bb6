// Checks signed checkpoints and proofs by itself, so that a phone need not believe the table.
// Formats: C2SP signed-note and tlog-checkpoint, Ed25519 (RFC 8032), Merkle tree of RFC 6962.

import { fromHex, joined, sha256, sha512, toHex } from "./digest.js";

const text = new TextEncoder();
const from64 = (data) => Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
const same = (a, b) => a.length === b.length && a.every((x, i) => x === b[i]);

// ------------------------------------------------------------------------------------------------ Ed25519

const P = (1n << 255n) - 19n;
const L = (1n << 252n) + 27742317777372353535851937790883648493n;
const mod = (x) => ((x % P) + P) % P;

function power(x, n) {
  let result = 1n;
  for (let base = mod(x); n > 0n; n >>= 1n, base = (base * base) % P) if (n & 1n) result = (result * base) % P;
  return result;
}

const D = mod(-121665n * power(121666n, P - 2n));
const HALF_TURN = power(2n, (P - 1n) / 4n); // a square root of -1
const number = (bytes) => BigInt(`0x${toHex(Uint8Array.from(bytes).reverse()) || "0"}`);

/** The point that 32 bytes stand for, as (X, Y, Z, T); null if they stand for none. */
function point(bytes) {
  const packed = number(bytes);
  const sign = packed >> 255n, y = packed & ((1n << 255n) - 1n);
  if (y >= P) return null;
  const u = mod(y * y - 1n), v = mod(D * y * y + 1n);
  let x = mod(u * power(v, 3n) * power(u * power(v, 7n), (P - 5n) / 8n));
  if (mod(v * x * x) !== u) x = mod(x * HALF_TURN);
  if (mod(v * x * x) !== u || (x === 0n && sign)) return null;
  if ((x & 1n) !== sign) x = P - x;
  return [x, y, 1n, mod(x * y)];
}

function add([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const a = mod((y1 - x1) * (y2 - x2)), b = mod((y1 + x1) * (y2 + x2)), c = mod(2n * t1 * t2 * D), d = mod(2n * z1 * z2);
  const e = b - a, f = d - c, g = d + c, h = b + a;
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

function times(p, n) {
  let sum = [0n, 1n, 1n, 0n];
  for (; n > 0n; n >>= 1n, p = add(p, p)) if (n & 1n) sum = add(sum, p);
  return sum;
}

const BASE = point(fromHex(`58${"66".repeat(31)}`));

/** Whether a signature is that of the key for these bytes. */
export function isSigned(key, signature, bytes) {
  const a = key.length === 32 && point(key), r = signature.length === 64 && point(signature.slice(0, 32));
  const s = number(signature.slice(32));
  if (!a || !r || s >= L) return false;
  const h = number(sha512(joined(signature.slice(0, 32), key, bytes))) % L;
  const [x1, y1, z1] = times(BASE, s), [x2, y2, z2] = add(r, times(a, h));
  return mod(x1 * z2 - x2 * z1) === 0n && mod(y1 * z2 - y2 * z1) === 0n;
}

// ------------------------------------------------------------------------------------------------ notes

/** A public key written as one line: its name and its 32 bytes; null if it is none. */
export function parseKey(line) {
  const [, name, hash, data] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(line.trim()) || [];
  if (!data) return null;
  const raw = bytes64(data);
  if (!raw || raw.length !== 33 || raw[0] !== 1) return null;
  const id = sha256(joined(text.encode(`${name}\n`), raw)).slice(0, 4);
  return toHex(id) === hash ? { name, id, bytes: raw.slice(1) } : null;
}

function bytes64(data) {
  try {
    return from64(data);
  } catch {
    return null;
  }
}

/** Four groups of four signs by which people compare keys. */
export function fingerprint(key) {
  return toHex(sha256(key.bytes)).slice(0, 16).toUpperCase().match(/..../g).join("-");
}

/** What a signed checkpoint says, not yet checked: {origin, size, root, body, signatures}; null if it is none. */
export function parseNote(note) {
  const cut = note.lastIndexOf("\n\n");
  const [origin, size, root] = note.slice(0, Math.max(cut, 0)).split("\n");
  const hash = bytes64(root || "");
  const lines = note.slice(cut + 2).split("\n").filter(Boolean).map((line) => /^— ([^\s+]+) (\S+)$/.exec(line));
  if (cut < 0 || !origin || !/^(0|[1-9]\d{0,11})$/.test(size || "") || hash?.length !== 32 || !lines.length || lines.includes(null)) return null;
  const signatures = lines.map(([, name, data]) => ({ name, raw: bytes64(data) || new Uint8Array() }));
  return { origin, size: Number(size), root: hash, body: note.slice(0, cut + 1), signatures };
}

/** What a signed checkpoint says if this key signed it for its own record; null otherwise. */
export function openNote(note, key) {
  const said = parseNote(note);
  if (!said || said.origin !== key.name) return null;
  const ours = said.signatures.filter((s) => s.name === key.name && same(s.raw.slice(0, 4), key.id));
  const body = text.encode(said.body);
  return ours.length && ours.every((s) => isSigned(key.bytes, s.raw.slice(4), body)) ? said : null;
}

// ------------------------------------------------------------------------------------------------ the tree

const node = (left, right) => sha256(joined(Uint8Array.of(1), left, right));

/** Whether the proof (base64 hashes) shows that the newer checkpoint's record begins with the older one's. */
export function continues(older, newer, proof) {
  if (older.size > newer.size || older.size < 1) return false;
  if (older.size === newer.size) return proof.length === 0 && same(older.root, newer.root);
  const path = proof.map(from64);
  let at = older.size - 1, last = newer.size - 1;
  for (; at & 1; at >>>= 1) last >>>= 1;
  if (at === 0) path.unshift(older.root); // a whole subtree: its root is known already
  if (!path.length) return false;
  let [was, is] = [path[0], path[0]];
  for (const hash of path.slice(1)) {
    if (last === 0) return false;
    if (at & 1 || at === last) {
      was = node(hash, was);
      is = node(hash, is);
      for (; !(at & 1) && at !== 0; at >>>= 1) last >>>= 1;
    } else is = node(is, hash);
    at >>>= 1;
    last >>>= 1;
  }
  return last === 0 && same(was, older.root) && same(is, newer.root);
}
