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
  readonly connection: RTCPeerConnection;
  /** Both sides open it under the same number, so nothing has to be negotiated. */
  readonly channel: RTCDataChannel;

  constructor(readonly certificate: RTCCertificate) {
    const named = import.meta.env as unknown as Named;
    this.connection = new RTCPeerConnection({ iceServers: iceServers(named), certificates: [certificate] });
    this.channel = this.connection.createDataChannel("purrlor", { negotiated: true, id: 0 });
  }

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

  /** Wait until messages can be sent; fails if the connection does. */
  opened(): Promise<void> {
    const { channel, connection } = this;
    return new Promise((done, failed) => {
      channel.onopen = () => done();
      connection.onconnectionstatechange = () => {
        if (connection.connectionState === "failed") failed(new Error("failed"));
      };
      if (channel.readyState === "open") done();
    });
  }

  /**
   * The last round trip of ICE's own checks in milliseconds, which the browser answers, not the page; null: none has
   * been measured yet.
   */
  async roundTrip(): Promise<number | null> {
    let found: number | null = null;
    (await this.connection.getStats()).forEach((each: RTCIceCandidatePairStats) => {
      if (each.type !== "candidate-pair" || !each.nominated || each.currentRoundTripTime === undefined) return;
      found = each.currentRoundTripTime * 1000;
    });
    return found;
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
