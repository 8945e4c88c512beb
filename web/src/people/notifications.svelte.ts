import { api } from "../net/api";
import { fromBase64url, toBase64url } from "./webauthn";

/** `on` and `off`; or why notifications cannot be had here. */
export type Calling = "unknown" | "on" | "off" | "denied" | "https" | "browser" | "library";

/** Turn notifications of this device. */
class Calls {
  state = $state<Calling>("unknown");
  private key = "";

  /** Checks the state. An existing subscription is sent to the server again, because the person may have changed. */
  async load(): Promise<void> {
    this.state = await this.look();
  }

  private async look(): Promise<Calling> {
    if (!isSecureContext) return "https";
    const worker = await registration();
    if (!worker) return "browser";
    const found = await api.pushKey();
    if (found.possible !== "yes") return "library";
    this.key = found.key;
    if (Notification.permission === "denied") return "denied";
    const kept = await worker.pushManager.getSubscription();
    if (!kept || Notification.permission !== "granted") return "off";
    await send(kept);
    return "on";
  }

  /** Asks the browser, and with that the person. */
  async start(): Promise<void> {
    const worker = await registration();
    const permission = worker ? await Notification.requestPermission() : "denied";
    if (!worker || permission !== "granted") {
      this.state = permission === "denied" ? "denied" : "off";
      return;
    }
    const wish = { userVisibleOnly: true, applicationServerKey: fromBase64url(this.key) };
    await send(await worker.pushManager.subscribe(wish));
    this.state = "on";
  }

  async stop(): Promise<void> {
    const kept = await (await registration())?.pushManager.getSubscription();
    if (kept) {
      await api.stopPush(kept.endpoint);
      await kept.unsubscribe();
    }
    this.state = "off";
  }
}

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return undefined;
  return navigator.serviceWorker.getRegistration();
}

function send(subscription: PushSubscription): Promise<unknown> {
  const [point, auth] = (["p256dh", "auth"] as const).map((name) =>
    toBase64url(subscription.getKey(name) ?? new ArrayBuffer(0)),
  );
  return api.subscribe({ endpoint: subscription.endpoint, point: point ?? "", auth: auth ?? "" });
}

export const calls = new Calls();
