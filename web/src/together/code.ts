// What two phones exchange before they can talk, as few letters as possible: of a session description of 700 bytes only
// the credentials, the fingerprint of the certificate and the addresses carry information.

export interface Description {
  type: "offer" | "answer";
  sdp: string;
}

/** Not a code of ours: mistyped, cut off, or of another version. */
export class NoCode extends Error {}

const VERSION = 1;
const MOST_CANDIDATES = 6;
/** The letters of ICE credentials (RFC 8839); each takes six bits. */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const LOCAL = ".local";
const REFLEXIVE = 4;

enum Kind {
  Name,
  Four,
  Six,
}

interface Candidate {
  kind: Kind;
  /** The public address, as a STUN server reports it. */
  reflexive: boolean;
  address: number[];
  port: number;
}

/** The code of a description. */
export function pack({ type, sdp }: Description): string {
  const found = candidates(sdp).slice(0, MOST_CANDIDATES);
  const bytes = [
    (VERSION << 1) | (type === "offer" ? 1 : 0),
    ...letters(field(sdp, "ice-ufrag")),
    ...letters(field(sdp, "ice-pwd")),
    ...fingerprint(sdp),
    found.length,
    ...found.flatMap(({ kind, reflexive, address, port }) => [
      kind | (reflexive ? REFLEXIVE : 0),
      ...address,
      port >> 8,
      port & 255,
    ]),
  ];
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}

/** The description that a code stands for. */
export function unpack(code: string): Description {
  const bytes = new Reader(decoded(code));
  const head = bytes.next();
  if (head >> 1 !== VERSION) throw new NoCode("another version");
  const type = head & 1 ? "offer" : "answer";
  const [ufrag, pwd] = [bytes.letters(), bytes.letters()];
  if (ufrag.length < 4 || pwd.length < 22) throw new NoCode("credentials too short");
  const print = bytes.take(32).map((byte) => byte.toString(16).padStart(2, "0").toUpperCase());
  const count = bytes.next();
  if (count > MOST_CANDIDATES) throw new NoCode("too many addresses");
  const found = Array.from({ length: count }, () => bytes.candidate());
  bytes.end();
  return {
    type,
    sdp: [
      "v=0",
      "o=- 1 1 IN IP4 127.0.0.1",
      "s=-",
      "t=0 0",
      "a=group:BUNDLE 0",
      "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
      "c=IN IP4 0.0.0.0",
      ...found.map(candidateLine),
      "a=end-of-candidates",
      `a=ice-ufrag:${ufrag}`,
      `a=ice-pwd:${pwd}`,
      `a=fingerprint:sha-256 ${print.join(":")}`,
      `a=setup:${type === "offer" ? "actpass" : "active"}`,
      "a=mid:0",
      "a=sctp-port:5000",
      "a=max-message-size:262144",
      "",
    ].join("\r\n"),
  };
}

function field(sdp: string, name: string): string {
  const found = new RegExp(`^a=${name}:(.*?)\\r?$`, "m").exec(sdp)?.[1];
  if (found === undefined) throw new NoCode(`no ${name}`);
  return found;
}

function fingerprint(sdp: string): number[] {
  const [kind, print = ""] = field(sdp, "fingerprint").split(" ");
  if (kind?.toLowerCase() !== "sha-256") throw new NoCode("another kind of fingerprint");
  return print.split(":").map((byte) => parseInt(byte, 16));
}

/** A length, then the letters in six bits each. */
function letters(text: string): number[] {
  const values = Array.from(text, (letter) => LETTERS.indexOf(letter));
  if (values.includes(-1) || values.length > 255) throw new NoCode("unknown letters");
  const bits = values.map((value) => value.toString(2).padStart(6, "0")).join("");
  return [values.length, ...(bits.match(/.{1,8}/g) ?? []).map((byte) => parseInt(byte.padEnd(8, "0"), 2))];
}

function candidates(sdp: string): Candidate[] {
  const lines = sdp.matchAll(/^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ (host|srflx)/gim);
  return [...lines].flatMap(([, text = "", port, type]) => {
    const found = address(text.toLowerCase());
    return found ? [{ ...found, port: Number(port), reflexive: type === "srflx" }] : [];
  });
}

/** An address in bytes; null: one that we leave out, such as of the device itself. */
function address(text: string): Pick<Candidate, "kind" | "address"> | null {
  if (text.endsWith(LOCAL)) {
    const hex = text.slice(0, -LOCAL.length).replace(/-/g, "");
    return /^[0-9a-f]{32}$/.test(hex) ? { kind: Kind.Name, address: fromHex(hex) } : null;
  }
  if (/^\d+(\.\d+){3}$/.test(text)) return { kind: Kind.Four, address: text.split(".").map(Number) };
  return text.includes(":") && !/^(::1|fe80:)/.test(text) ? { kind: Kind.Six, address: sixteen(text) } : null;
}

function sixteen(text: string): number[] {
  const [head = "", tail] = text.split("::");
  const groups = (part: string | undefined) => (part ? part.split(":") : []);
  const [first, last] = [groups(head), groups(tail)];
  const all =
    tail === undefined ? first : [...first, ...Array<string>(8 - first.length - last.length).fill("0"), ...last];
  return all.flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]);
}

function candidateLine({ kind, address: bytes, port, reflexive }: Candidate, place: number): string {
  const type = reflexive ? "srflx raddr 0.0.0.0 rport 0" : "host";
  const preference = ((reflexive ? 100 : 126) << 24) + ((65535 - place) << 8) + 255;
  return `a=candidate:${place + 1} 1 udp ${preference} ${written(kind, bytes)} ${port} typ ${type}`;
}

function written(kind: Kind, bytes: number[]): string {
  if (kind === Kind.Four) return bytes.join(".");
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (kind === Kind.Six) return hex.match(/.{4}/g)?.join(":") ?? "";
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") + LOCAL;
}

function fromHex(hex: string): number[] {
  return Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function decoded(code: string): number[] {
  if (!/^[\w-]+$/.test(code)) throw new NoCode("other letters");
  try {
    return Array.from(atob(code.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  } catch {
    throw new NoCode("cut off");
  }
}

class Reader {
  private at = 0;
  constructor(private readonly bytes: number[]) {}

  next(): number {
    return this.take(1)[0] as number;
  }

  take(count: number): number[] {
    if (this.at + count > this.bytes.length) throw new NoCode("cut off");
    return this.bytes.slice(this.at, (this.at += count));
  }

  letters(): string {
    const count = this.next();
    const bits = this.take(Math.ceil((count * 6) / 8))
      .map((byte) => byte.toString(2).padStart(8, "0"))
      .join("");
    return Array.from({ length: count }, (_, i) => LETTERS[parseInt(bits.slice(6 * i, 6 * i + 6), 2)]).join("");
  }

  candidate(): Candidate {
    const head = this.next();
    const kind: Kind = head & ~REFLEXIVE;
    if (!(kind in Kind)) throw new NoCode("unknown kind of address");
    const bytes = this.take(kind === Kind.Four ? 4 : 16);
    const [high = 0, low = 0] = this.take(2);
    return { kind, reflexive: (head & REFLEXIVE) !== 0, address: bytes, port: (high << 8) | low };
  }

  end(): void {
    if (this.at !== this.bytes.length) throw new NoCode("too long");
  }
}
