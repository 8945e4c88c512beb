// One connection between two phones, set up by two codes. No server takes part unless the operator names one.

import { pack, unpack } from "./code";

/** How long addresses are gathered: without a STUN server it takes milliseconds. */
const GATHERING_MS = 2500;

/** What the operator named when the web client was built. */
interface Named {
  [variable: string]: unknown;
  /** STUN or TURN servers, as `stun:host:port`, with commas. */
  VITE_ICE_SERVERS?: string;
  /** For the TURN servers. */
  VITE_ICE_USERNAME?: string;
  VITE_ICE_CREDENTIAL?: string;
}

/** A TURN server without a name and a credential is left out: browsers would then refuse to connect at all. */
export function iceServers(named: Named): RTCIceServer[] {
  const { VITE_ICE_SERVERS: servers = "", VITE_ICE_USERNAME: username, VITE_ICE_CREDENTIAL: credential } = named;
  return servers
    .split(",")
    .map((urls) => urls.trim())
    .filter(Boolean)
    .map((urls) => (/^turns?:/i.test(urls) ? { urls, username, credential } : { urls }))
    .filter((server) => !("username" in server) || (server.username && server.credential));
}

export class Peer {
  readonly connection = new RTCPeerConnection({ iceServers: iceServers(import.meta.env as unknown as Named) });
  /** Both sides open it under the same number, so nothing has to be negotiated. */
  readonly channel = this.connection.createDataChannel("purrlor", { negotiated: true, id: 0 });

  /** The code to show to the other phone. */
  async offer(): Promise<string> {
    return this.described(await this.connection.createOffer());
  }

  /** The code that answers the other phone's. */
  async answer(code: string): Promise<string> {
    await this.connection.setRemoteDescription(unpack(code));
    return this.described(await this.connection.createAnswer());
  }

  /** Takes the answer to our own code. */
  async accept(code: string): Promise<void> {
    await this.connection.setRemoteDescription(unpack(code));
  }

  close(): void {
    this.channel.close();
    this.connection.close();
  }

  private async described(own: RTCSessionDescriptionInit): Promise<string> {
    await this.connection.setLocalDescription(own);
    await gathered(this.connection);
    const { type, sdp } = this.connection.localDescription as RTCSessionDescription;
    return pack({ type: type === "offer" ? "offer" : "answer", sdp });
  }
}

async function gathered(connection: RTCPeerConnection): Promise<void> {
  if (connection.iceGatheringState === "complete") return;
  await new Promise<void>((done) => {
    const timer = setTimeout(done, GATHERING_MS);
    connection.onicegatheringstatechange = () => {
      if (connection.iceGatheringState !== "complete") return;
      clearTimeout(timer);
      done();
    };
  });
}
