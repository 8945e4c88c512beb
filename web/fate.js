// Fair fate, a second time: the same rolls and deals as src/purrlor/core/fate.py, so that anybody can check a match.
//
//   key      = HMAC-SHA-256(key = secret, message = contributions joined by newlines)
//   block i  = HMAC-SHA-256(key = key, message = "purrlor/fate/<number>/<i>"), read as eight big-endian 32-bit words
//   below(n) = the next word w that is less than floor(2**32 / n) * n, modulo n
//
// crypto.subtle exists on secure pages only, and a page on the local network is none: hence a SHA-256 of our own.

const SPAN = 2 ** 32;
const FIRST_PRIMES = firstPrimes(64);
/** The first 32 bits of the fractional parts of the cube and square roots of the first primes. */
const ROUND = Uint32Array.from(FIRST_PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = Uint32Array.from(FIRST_PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

function firstPrimes(count) {
  const primes = [];
  for (let n = 2; primes.length < count; n++) {
    if (primes.every((prime) => n % prime)) primes.push(n);
  }
  return primes;
}

function fraction(root) {
  return (root - Math.floor(root)) * SPAN;
}

/** SHA-256 of bytes, as bytes. */
export function sha256(bytes) {
  const padded = pad(bytes);
  const hash = START.slice();
  for (let at = 0; at < padded.byteLength; at += 64) compress(hash, padded, at);
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

function pad(bytes) {
  const size = (Math.floor((bytes.length + 8) / 64) + 1) * 64;
  const padded = new Uint8Array(size);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(size - 8, Math.floor((bytes.length * 8) / SPAN));
  view.setUint32(size - 4, (bytes.length * 8) % SPAN);
  return view;
}

const turn = (word, by) => (word >>> by) | (word << (32 - by));

function compress(hash, view, at) {
  const words = schedule(view, at);
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] += word));
}

function schedule(view, at) {
  const words = new Uint32Array(64);
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [early, late] = [words[i - 15], words[i - 2]];
    const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[i] = words[i - 16] + first + words[i - 7] + second;
  }
  return words;
}

/** HMAC-SHA-256 of bytes under a key of bytes. */
export function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

function joined(first, second) {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

const utf8 = (text) => new TextEncoder().encode(text);

export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(text) {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new Error("not written in pairs of hexadecimal digits");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** What is published before the match: the SHA-256 of the secret, in hexadecimal digits. */
export function commitment(secret) {
  return hex(sha256(secret));
}

/** What is published of a contribution before anybody reveals theirs, in hexadecimal digits. */
export function pledge(contribution) {
  return hex(sha256(utf8(`purrlor/share/${contribution}`)));
}

/** The key of all fates: the secret, mixed with what the players contributed, in their order. */
export function fateKey(secret, contributions = []) {
  return hmac(secret, utf8(contributions.join("\n")));
}

/** The source of fate `number` (the first of a match is 1): a function that gives the next number below n. */
export function source(key, number) {
  const words = stream(key, number);
  return function below(n) {
    const limit = Math.floor(SPAN / n) * n;
    for (;;) {
      const word = words.next().value;
      if (word < limit) return word % n;
    }
  };
}

function* stream(key, number) {
  for (let block = 0; ; block++) {
    const view = new DataView(hmac(key, utf8(`purrlor/fate/${number}/${block}`)).buffer);
    for (let i = 0; i < 8; i++) yield view.getUint32(4 * i);
  }
}

/** Fate `number` as a roll of some equal dice; the values stand in ascending order. */
export function roll(key, number, count, faces = [1, 2, 3, 4, 5, 6]) {
  const below = source(key, number);
  return Array.from({ length: count }, () => faces[below(faces.length)]).sort((a, b) => a - b);
}

/** Fate `number` as a draw of a number of values of a pool, in their order. */
export function draw(key, number, pool, count) {
  const below = source(key, number);
  const rest = [...pool];
  for (let i = 0; i < count; i++) {
    const j = i + below(rest.length - i);
    [rest[i], rest[j]] = [rest[j], rest[i]];
  }
  return rest.slice(0, count);
}
