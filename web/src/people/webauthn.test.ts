import { expect, test } from "vitest";
import { creationOptions, fromBase64url, requestOptions, toBase64url } from "./webauthn";

test("base64url there and back", () => {
  const data = Uint8Array.from({ length: 256 }, (_, i) => i);
  for (const length of [0, 1, 2, 3, 255, 256]) {
    const text = toBase64url(data.slice(0, length));
    expect(text).not.toMatch(/[+/=]/);
    expect([...fromBase64url(text)]).toEqual([...data.slice(0, length)]);
  }
});

test("what the server sends as text becomes bytes", () => {
  const made = creationOptions(
    JSON.stringify({
      challenge: "AQI",
      rp: { id: "localhost", name: "Purrlor" },
      user: { id: "Aw", name: "Ann", displayName: "Ann" },
      pubKeyCredParams: [{ type: "public-key", alg: -7 }],
      excludeCredentials: [{ id: "BA", type: "public-key" }],
    }),
  );
  expect([made.challenge, made.user.id, made.excludeCredentials?.[0]?.id]).toEqual([
    new Uint8Array([1, 2]),
    new Uint8Array([3]),
    new Uint8Array([4]),
  ]);
  expect(made.rp.id).toBe("localhost");
  expect(requestOptions('{"challenge": "AQI", "rpId": "localhost"}').challenge).toEqual(new Uint8Array([1, 2]));
});
