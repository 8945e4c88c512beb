import { socketAddress } from "./socket";

/** Opens connections that the server closes at once: each lets the proxy in front of it measure its delay again. */
export async function measureLine(
  id: string,
  times: number,
  connect: (url: string) => WebSocket = (url) => new WebSocket(url),
): Promise<void> {
  const address = socketAddress(id).replace(/socket$/, "line");
  for (let count = 0; count < times; count++) {
    await new Promise((closed) => (connect(address).onclose = closed));
  }
}
