import { beforeEach, expect, test, vi } from "vitest";
import { parts, type ToGuest, type ToHost } from "./frames";

/** A phone at the other end of a data channel. */
class FakePeer {
  static made: FakePeer[] = [];
  heard: ToGuest[] = [];
  closed = false;
  connection = { onconnectionstatechange: null, connectionState: "connected" };
  channel = {
    readyState: "open",
    onmessage: (_: { data: string }): void => undefined,
    send: (part: string) => this.heard.push(JSON.parse(part.slice(1)) as ToGuest),
  };
  constructor() {
    FakePeer.made.push(this);
  }
  offer = () => Promise.resolve("code");
  accept = () => Promise.resolve();
  roundTrip = () => Promise.resolve(12);
  close = () => (this.closed = true);
  async say(message: ToHost | { type: string }): Promise<void> {
    for (const data of parts(JSON.stringify(message))) this.channel.onmessage({ data });
    await new Promise((done) => setTimeout(done));
  }
}

const line = { send: vi.fn(), measured: vi.fn(), close: vi.fn() };
const parlour = { admit: vi.fn(), ask: vi.fn(), connect: vi.fn(() => line) };
vi.mock("./peer", () => ({ Peer: FakePeer }));
vi.mock("./relay", () => ({ hasRelay: () => false }));
vi.mock("./spares", () => ({
  arrange: () => Promise.resolve({ spare: new FakePeer(), call: { offer: "o", answer: "a" } }),
  certificate: () => Promise.resolve({}),
  keepCertificate: () => Promise.resolve(),
}));
vi.mock("../router.svelte", () => ({ router: {} }));
vi.mock("../words/index.svelte", () => ({ language: () => "en" }));
vi.mock("../net/places.svelte", () => ({ deviceParlour: () => Promise.resolve(parlour), HOSTING_KEY: "hosting" }));

let host: (typeof import("./host.svelte"))["host"];
beforeEach(async () => {
  vi.resetModules();
  FakePeer.made = [];
  ({ host } = await import("./host.svelte"));
});

/** A phone that has come by codes and said who it is. */
async function guest(token: string): Promise<FakePeer> {
  await host.invite();
  const peer = FakePeer.made.at(-1) as FakePeer;
  await host.accept("answer", { table: "here", key: "key", host: "Ann" });
  await peer.say({ type: "hello", token });
  return peer;
}

test("a phone that returns takes the place of its old connection", async () => {
  const [before, after] = [await guest("bob"), await guest("bob")];
  expect([before.closed, after.closed, host.guests]).toEqual([true, false, 1]);
});

test("five guests have room, and a sixth is sent away; one of the five may return", async () => {
  for (const token of ["bob", "cleo", "dan", "eve", "fay"]) await guest(token);
  const [sixth, bob] = [await guest("gus"), await guest("bob")];
  expect([sixth.closed, bob.closed, host.guests]).toEqual([true, false, 5]);
});

test("an answer to a ping counts no more than what the browser has measured", async () => {
  const bob = await guest("bob");
  await bob.say({ type: "connect", connection: 1, table: "here", language: "en" });
  const ping = bob.heard.find((message) => message.type === "ping");
  await bob.say({ type: "pong", number: ping?.number ?? 0 });
  expect(line.measured).toHaveBeenCalledWith(expect.any(Number), 12);
});

test.each([{ type: "nonsense" }, { type: "send" }, { type: "hello", token: 5 }])(
  "a phone that sends %o is cut off",
  async (lie) => {
    const bob = await guest("bob");
    await bob.say(lie);
    expect([bob.closed, host.guests]).toEqual([true, 0]);
  },
);
