// Connections prepared in advance, by which two phones find each other again without a code.
//
// Over the open channel each phone sends the other a call: the code of a connection that waits on it, and the code of
// the answer that this connection expects. After a reload the other phone gives exactly that answer, with its kept
// certificate. Nothing else has to be exchanged: its new address is learned from its first packet.

import { pack, unpack } from "./code";
import { Peer } from "./peer";

/** How to reach a waiting connection: its code, and the code of the answer that it expects. */
export interface Call {
  offer: string;
  answer: string;
}

type Role = "host" | "guest";

const NAME = "purrlor-together";
const STORE = "certificates";
/** A certificate that expires earlier than this is made again. */
const LEFT_MS = 7 * 24 * 3600 * 1000;
/** How long a call is tried before the next attempt. */
export const CALL_MS = 8000;

/** This phone's certificate as a host or as a guest. A new one is kept by `keepCertificate` only. */
export async function certificate(role: Role): Promise<RTCCertificate> {
  const found = await opened()
    .then((store) => store.get(role))
    .catch(() => null);
  return found && found.expires > Date.now() + LEFT_MS ? found : newCertificate();
}

export function newCertificate(): Promise<RTCCertificate> {
  return RTCPeerConnection.generateCertificate({ name: "ECDSA", namedCurve: "P-256" } as EcKeyGenParams);
}

/** Keeps it beyond a reload; without storage a reload needs a code. */
export async function keepCertificate(role: Role, kept: RTCCertificate): Promise<void> {
  await opened()
    .then((store) => store.put(role, kept))
    .catch(() => undefined);
}

async function opened() {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await settled(opening);
  const store = (mode: IDBTransactionMode) => database.transaction(STORE, mode).objectStore(STORE);
  return {
    get: (key: string) => settled(store("readonly").get(key) as IDBRequest<RTCCertificate | undefined>),
    put: (key: string, value: RTCCertificate) => settled(store("readwrite").put(value, key)),
  };
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error("IndexedDB"));
  });
}

/** A connection that waits here for the phone at the other end of this one, and how that phone reaches it. */
export async function arrange(from: Peer): Promise<{ spare: Peer; call: Call }> {
  const spare = new Peer(from.certificate);
  const offer = await spare.offer();
  const print = /^a=fingerprint:.*$/m.exec(from.connection.remoteDescription?.sdp ?? "")?.[0] ?? "";
  const sdp = [`a=ice-ufrag:${letters(8)}`, `a=ice-pwd:${letters(24)}`, print.trim()].join("\r\n");
  const answer = pack({ type: "answer", sdp });
  await spare.accept(answer);
  return { spare, call: { offer, answer } };
}

/** Answers a waiting connection as arranged. It fails in browsers that let nobody choose the credentials. */
export async function dial({ offer, answer }: Call, own: RTCCertificate): Promise<Peer> {
  const peer = new Peer(own);
  const { connection } = peer;
  try {
    await connection.setRemoteDescription(unpack(offer));
    const { sdp = "" } = await connection.createAnswer();
    await connection.setLocalDescription({ type: "answer", sdp: withCredentials(sdp, unpack(answer).sdp) });
    return peer;
  } catch (error) {
    peer.close();
    throw error;
  }
}

function withCredentials(sdp: string, from: string): string {
  const credentials = /^a=ice-(?:ufrag|pwd):.*$/gm;
  const [ufrag = "", pwd = ""] = from.match(credentials) ?? [];
  return sdp.replace(credentials, (line) => (line.startsWith("a=ice-ufrag") ? ufrag : pwd));
}

function letters(count: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(count));
  return Array.from(
    bytes,
    (byte) => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[byte & 63],
  ).join("");
}

/** Returns the same promise, or one that fails once it takes too long. */
export function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  const late = new Promise<never>((_, failed) => setTimeout(() => failed(new Error("too late")), ms));
  return Promise.race([promise, late]);
}

export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
