import { beforeEach, expect, test } from "vitest";
import { backoff, ELSEWHERE, socketAddress, TableSocket, type Connection, type Line } from "../src/net/socket";

class FakeSocket {
  sent: string[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.onclose?.({ code: 1000 });
  }
}

let sockets: FakeSocket[];
let waits: { act: () => void; ms: number }[];
let states: Connection[];
let heard: unknown[];
let socket: TableSocket;
const newest = () => sockets.at(-1) as FakeSocket;

beforeEach(() => {
  [sockets, waits, states, heard] = [[], [], [], []];
  const surroundings = {
    connect: () => {
      sockets.push(new FakeSocket());
      return newest() as unknown as Line;
    },
    later: (act: () => void, ms: number) => waits.push({ act, ms }),
    cancel: () => undefined,
    random: () => 0.5,
  };
  socket = new TableSocket(
    "ws://x",
    { message: (message) => heard.push(message), connection: (state) => states.push(state) },
    surroundings,
  );
  socket.open();
});

test("it connects, opens and hears", () => {
  newest().onopen?.();
  newest().onmessage?.({ data: '{"type":"done","id":1}' });
  expect(states).toEqual(["connecting", "open"]);
  expect(heard).toEqual([{ type: "done", id: 1 }]);
});

test("it sends when open, and else says that it did not", () => {
  expect(socket.send({ type: "start" })).toBe(false);
  newest().onopen?.();
  expect(socket.send({ type: "start" })).toBe(true);
  expect(newest().sent).toEqual(['{"type":"start"}']);
});

test("what was not sent is not sent later", () => {
  socket.send({ type: "start" });
  newest().onopen?.();
  expect(newest().sent).toEqual([]);
});

test("it comes back, each time after a longer wait", () => {
  for (let i = 0; i < 3; i++) {
    newest().onclose?.({ code: 1006 });
    waits.at(-1)?.act();
  }
  expect(waits.map(({ ms }) => ms)).toEqual([500, 1000, 2000]);
  expect(sockets).toHaveLength(4);
});

test("an open connection resets the waiting times", () => {
  newest().onclose?.({ code: 1006 });
  waits[0]?.act();
  newest().onopen?.();
  newest().onclose?.({ code: 1006 });
  expect(waits.map(({ ms }) => ms)).toEqual([500, 500]);
});

test("it hurries only while it waits", () => {
  socket.hurry();
  expect(sockets).toHaveLength(1);
  newest().onclose?.({ code: 1006 });
  socket.hurry();
  expect(sockets).toHaveLength(2);
});

test("closed by us it stays closed", () => {
  newest().onopen?.();
  socket.close();
  expect(states.at(-1)).toBe("closed");
  expect(waits).toEqual([]);
});

test("a line that nobody answers on is given up for a new one", () => {
  newest().onopen?.();
  socket.restart();
  expect(states).toEqual(["connecting", "open", "connecting"]);
  expect(waits).toEqual([]);
});

test("a line counts as broken as soon as the network is gone", () => {
  newest().onopen?.();
  socket.lost();
  expect(states).toEqual(["connecting", "open", "waiting"]);
  socket.hurry();
  newest().onopen?.();
  expect(states.at(-1)).toBe("open");
  expect(waits).toHaveLength(1);
});

test("a table that was opened in another tab is not taken back by itself", () => {
  newest().onopen?.();
  newest().onclose?.({ code: ELSEWHERE });
  expect(states.at(-1)).toBe("closed");
  expect(waits).toEqual([]);
});

test("the wait has a limit", () => {
  expect(backoff(20, 0.5)).toBe(15_000);
});

test("a secure page has a secure socket", () => {
  expect(socketAddress("abc", false, { protocol: "https:", host: "cats.example" } as Location)).toBe(
    "wss://cats.example/api/tables/abc/socket",
  );
});
