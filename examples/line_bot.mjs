// A bot on standard input and output, one JSON object per line. Needs Node and nothing else.
//
//     purrlor arena yatzy --bots 'cmd:node examples/line_bot.mjs,kitten' --matches 100
//
// It plays any game: in Yatzy it keeps its pairs, elsewhere it takes any legal action. docs/build/bot-protocol.md has the protocol.

import { createInterface } from "node:readline";

const PROTOCOL = 1;
let game = "";
let random = Math.random;

/** One of `legal`, judged on `view`: put your own idea here. */
function choose({ view, legal }) {
  if (game === "yatzy") {
    const paired = view.dice.filter((die) => view.dice.filter((other) => other === die).length > 1);
    const keep = ["keep", ...paired].join(" ");
    if (legal.includes(keep)) return keep;
  }
  return legal[Math.floor(random() * legal.length)];
}

/** Numbers from 0 to 1 that follow from a seed (mulberry32), so that the same seed gives the same match. */
function seeded(seed) {
  let state = (seed % 2 ** 32) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const answer = (message) => console.log(JSON.stringify(message));

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    game = message.game;
    answer({ type: "ready", protocol: PROTOCOL });
  } else if (message.type === "match") {
    random = seeded(message.seed); // forget everything
  } else if (message.type === "choose") {
    answer({ action: choose(message) });
  }
}
