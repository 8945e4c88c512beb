// A bot that takes a seat at a table: node examples/table_bot.mjs LINK [NAME]
// LINK is what the host shares: http://localhost:8765/t/ID#k=KEY. Needs Node and nothing else.

import { request } from "node:http";
import { createHash, randomBytes } from "node:crypto";

const USAGE = "LINK is what the host shares, such as http://localhost:8765/t/ID#k=KEY: node examples/table_bot.mjs LINK [NAME]";
const [link, name = "Example bot"] = process.argv.slice(2);
const url = URL.canParse(link ?? "") ? new URL(link) : giveUp(USAGE);
if (!url.pathname.startsWith("/t/")) giveUp(USAGE);
const address = `${url.origin}/api/tables/${url.pathname.replace("/t/", "")}`;

/** One of `update.legal`, judged on `update.view`: put your own idea here. */
function choose(update) {
  const moves = update.legal.filter((action) => action !== "back");
  return moves[Math.floor(Math.random() * moves.length)] ?? update.legal[0];
}

/** Our contribution to fate: its hash is pledged first, and it is revealed when everybody has pledged. */
const contribution = randomBytes(16).toString("hex");
const pledge = createHash("sha256").update(`purrlor/share/${contribution}`).digest("hex");

let last = { type: "ready", pledge };
let over = false;
const joined = await join().catch(unreachable);
if (joined.code) giveUp(joined.words);
const socket = await open(`${address}/socket`, joined.token).catch(unreachable);
socket.send(last);

async function join() {
  const answer = await fetch(`${address}/join`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name, key: url.hash.replace("#k=", ""), token: true }),
  });
  return answer.json();
}

function hear(message) {
  if (message.type === "refused") heed(message);
  if (message.type === "table" && message.revealing) {
    last = { type: "reveal", contribution };
    socket.send(last);
  }
  if (message.type !== "update") return;
  if (message.over) {
    over = true;
    console.log("scores:", message.scores.join(" "));
    socket.close();
  } else if (message.legal.length > 0) {
    last = { type: "act", seat: message.seat, version: message.version, action: choose(message) };
    socket.send(last);
  }
}

/** What came too fast is sent again. `acted_already`: an update was on its way while we acted, and all is well. */
function heed({ code, words }) {
  if (code === "too_much") setTimeout(() => over || socket.send(last), 1000);
  else if (code !== "acted_already") console.log(words);
}

function unreachable(error) {
  giveUp(`the table cannot be reached: ${error.cause?.code ?? error.message}`);
}

function giveUp(words) {
  console.error(words);
  process.exit(1);
}

/** A WebSocket with an Authorization header: the handshake, and text frames in both directions. */
function open(address, token) {
  const key = randomBytes(16).toString("base64");
  const headers = { Authorization: `Bearer ${token}`, Connection: "Upgrade", Upgrade: "websocket" };
  const handshake = request(address, { headers: { ...headers, "Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13" } });
  handshake.end();
  return new Promise((resolve, reject) => {
    handshake.on("response", (refusal) => reject(new Error(`the server answered ${refusal.statusCode}`)));
    handshake.on("error", reject);
    handshake.on("upgrade", (response, stream, head) => {
      const expected = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
      if (response.headers["sec-websocket-accept"] !== expected) reject(new Error("that is no WebSocket server"));
      let waiting = head;
      const read = (data) => {
        waiting = Buffer.concat([waiting, data]);
        for (let frame = next(); frame; frame = next()) take(stream, frame);
      };
      const next = () => {
        const frame = frameIn(waiting);
        if (frame) waiting = waiting.subarray(frame.length);
        return frame;
      };
      stream.on("data", read);
      stream.on("error", () => {});
      stream.on("close", () => over || giveUp("the server has closed the connection"));
      resolve({ send: (message) => stream.write(frameOf(1, Buffer.from(JSON.stringify(message)))), close: () => stream.end() });
      queueMicrotask(() => read(Buffer.alloc(0)));
    });
  });
}

function take(stream, { kind, body }) {
  if (kind === 1) hear(JSON.parse(body.toString()));
  if (kind === 8) stream.end();
  if (kind === 9) stream.write(frameOf(10, body));
}

/** The first whole frame in `data`, if there is one. */
function frameIn(data) {
  if (data.length < 2) return null;
  const short = data[1] & 127;
  const start = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (data.length < start) return null;
  const size = short === 126 ? data.readUInt16BE(2) : short === 127 ? Number(data.readBigUInt64BE(2)) : short;
  return data.length < start + size ? null : { kind: data[0] & 15, body: data.subarray(start, start + size), length: start + size };
}

/** A masked frame, as clients must send them. */
function frameOf(kind, body) {
  const size = body.length < 126 ? Buffer.from([128 | body.length]) : Buffer.from([254, body.length >> 8, body.length & 255]);
  const mask = randomBytes(4);
  return Buffer.concat([Buffer.from([128 | kind]), size, mask, body.map((byte, i) => byte ^ mask[i % 4])]);
}
