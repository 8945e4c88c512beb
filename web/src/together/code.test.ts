import { expect, test } from "vitest";
import { NoCode, pack, unpack } from "./code";

const PRINT = Array.from({ length: 32 }, (_, i) => (i * 7 + 1).toString(16).padStart(2, "0").toUpperCase()).join(":");
const NAME = "a=candidate:1 1 udp 2113937151 0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0.local 50123 typ host generation 0";
const FOUR = "a=candidate:2 1 UDP 2122252543 192.168.43.17 40000 typ host";
const SIX = "a=candidate:3 1 udp 2122252543 2001:db8::1:2 40001 typ host";
const OUTSIDE = "a=candidate:4 1 udp 1677729535 203.0.113.9 62000 typ srflx raddr 0.0.0.0 rport 0";

/** What Chromium writes for one data channel, with these candidates. */
function described(lines: string[], setup = "actpass", ufrag = "Qf+3", pwd = "pZ8mY/1dSxk0nA6tB2wR9vLc"): string {
  return [
    "v=0",
    "o=- 4611731400430051336 2 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    "a=group:BUNDLE 0",
    "a=extmap-allow-mixed",
    "a=msid-semantic: WMS",
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
    "c=IN IP4 0.0.0.0",
    ...lines,
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${pwd}`,
    "a=ice-options:trickle",
    `a=fingerprint:sha-256 ${PRINT}`,
    `a=setup:${setup}`,
    "a=mid:0",
    "a=sctp-port:5000",
    "a=max-message-size:262144",
    "",
  ].join("\r\n");
}

const line = (sdp: string, name: string) => sdp.split("\r\n").filter((each) => each.startsWith(`a=${name}:`));

test("an offer of one phone fits into a small code", () => {
  const code = pack({ type: "offer", sdp: described([NAME]) });
  expect(code.length).toBeLessThan(110);
  expect(code).toMatch(/^[\w-]+$/);
});

test("credentials and fingerprint survive", () => {
  const { type, sdp } = unpack(pack({ type: "answer", sdp: described([NAME], "active") }));
  expect(type).toBe("answer");
  expect(line(sdp, "ice-ufrag")).toEqual(["a=ice-ufrag:Qf+3"]);
  expect(line(sdp, "ice-pwd")).toEqual(["a=ice-pwd:pZ8mY/1dSxk0nA6tB2wR9vLc"]);
  expect(line(sdp, "fingerprint")).toEqual([`a=fingerprint:sha-256 ${PRINT}`]);
  expect(line(sdp, "setup")).toEqual(["a=setup:active"]);
});

test("the hexadecimal credentials of Firefox survive", () => {
  const [ufrag, pwd] = ["91d6a1e0", "0123456789abcdef0123456789abcdef"];
  const { sdp } = unpack(pack({ type: "offer", sdp: described([FOUR], "actpass", ufrag, pwd) }));
  expect(line(sdp, "ice-ufrag")).toEqual([`a=ice-ufrag:${ufrag}`]);
  expect(line(sdp, "ice-pwd")).toEqual([`a=ice-pwd:${pwd}`]);
});

test("addresses of every kind survive", () => {
  const { sdp } = unpack(pack({ type: "offer", sdp: described([NAME, FOUR, SIX, OUTSIDE]) }));
  const ends = line(sdp, "candidate").map((each) => each.split(" ").slice(4, 8).join(" "));
  expect(ends).toEqual([
    "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0.local 50123 typ host",
    "192.168.43.17 40000 typ host",
    "2001:0db8:0000:0000:0000:0000:0001:0002 40001 typ host",
    "203.0.113.9 62000 typ srflx",
  ]);
});

test("what was unpacked packs to the same code", () => {
  const code = pack({ type: "offer", sdp: described([NAME, SIX]) });
  expect(pack(unpack(code))).toBe(code);
});

test("addresses that no other phone reaches are left out", () => {
  const own = "a=candidate:9 1 udp 1 fe80::1 40000 typ host";
  const tcp = "a=candidate:9 1 tcp 1 192.168.1.2 9 typ host tcptype active";
  expect(line(unpack(pack({ type: "offer", sdp: described([own, tcp, FOUR]) })).sdp, "candidate")).toHaveLength(1);
});

test.each(["", "?", "AAAA", "A".repeat(130), pack({ type: "offer", sdp: described([NAME]) }).slice(0, -5)])(
  "a broken code %# is refused",
  (code) => {
    expect(() => unpack(code)).toThrow(NoCode);
  },
);
