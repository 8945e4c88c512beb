import { expect, test } from "vitest";
import { iceServers } from "./peer";

const SERVERS = "stun:stun.example.org:3478, turn:turn.example.org,turns:turn.example.org:5349";

test("no server is named unless the operator names one", () => {
  expect(iceServers({})).toEqual([]);
});

test("only TURN servers get the operator's name and credential", () => {
  const keys = { username: "purrlor", credential: "tuna" };
  expect(iceServers({ VITE_ICE_SERVERS: SERVERS, VITE_ICE_USERNAME: "purrlor", VITE_ICE_CREDENTIAL: "tuna" })).toEqual([
    { urls: "stun:stun.example.org:3478" },
    { urls: "turn:turn.example.org", ...keys },
    { urls: "turns:turn.example.org:5349", ...keys },
  ]);
});

test("a TURN server without a credential is left out, because a browser would refuse to connect at all", () => {
  expect(iceServers({ VITE_ICE_SERVERS: SERVERS, VITE_ICE_USERNAME: "purrlor" })).toEqual([
    { urls: "stun:stun.example.org:3478" },
  ]);
});
