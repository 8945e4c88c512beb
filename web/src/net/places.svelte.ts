// The location of tables: on the server, or on this device. Other code only sends requests and connects.

import { SITE } from "../address";
import { kept } from "../settings.svelte";
import type { DeviceParlour } from "../offline/instance";
import { socketAddress, type Line } from "./socket";

/** Names of tables on the device begin with it; those of a server have ten letters. */
const HERE = /^here[a-z0-9]{10}$/;
/** What the device can answer when no server does. */
const EVERYWHERE =
  /^\/api\/(games|tables|me|forks|records|sheets\/check|puzzles(\/[^/?]+)?)(\/[^/]+\/(guide|rules|words))?(\?.*)?$/;

let away = $state(SITE);

/** Whether there is no server now, and this device plays offline. */
export function alone(): boolean {
  return away;
}

/** Whether a table lives on this device. */
export function isHere(table: string): boolean {
  return SITE || HERE.test(table);
}

/** Whether this device can play offline, now and without a network. */
export function hasParlour(): boolean {
  return kept.device !== "";
}

let device: Promise<DeviceParlour> | null = null;

/** The offline instance of this device; its code is loaded when it is needed. */
export function deviceParlour(): Promise<DeviceParlour> {
  device ??= import("../offline/instance").then(({ DeviceParlour }) => new DeviceParlour());
  device.catch(() => (device = null));
  return device;
}

/** The host's phone, where we are a guest. */
export interface Far {
  has(table: string): boolean;
  ask(method: string, path: string, body: string, language: string): Promise<Response>;
  connect(table: string, language: string): Line;
}
let far: Far | null = null;
let arrivals = $state(0);

export function setFar(parlour: Far): void {
  far = parlour;
  arrivals += 1;
}

/** How often a connection to another phone has been made: with each one, tables there can be reached again. */
export function farArrivals(): number {
  return arrivals;
}

/** Whether a table is on the phone that we are a guest of. */
export function isFar(table: string): boolean {
  return far?.has(table) ?? false;
}

/** Where the last table on another phone is remembered, so that a reload leads back there. */
export const FAR_KEY = "purrlor-together";

/** Where the tables are remembered to which guests came, so that a reload calls them. */
export const HOSTING_KEY = "purrlor-hosting";

/** Whether guests came to a table before this page was loaded. */
export function wasHosting(table: string): boolean {
  return (localStorage.getItem(HOSTING_KEY) ?? "").includes(`"${table}"`);
}

/** Whether we were a guest at a table before this page was loaded. */
export function wasFar(table: string): boolean {
  return !isFar(table) && (localStorage.getItem(FAR_KEY) ?? "").includes(`"${table}"`);
}

/** What refusals are said in. */
const language = () => document.documentElement.lang;
const TABLE = /^\/api\/tables\/([^/?]+)/;

/** Sends a request to where it belongs. It fails like `fetch` if nobody answers. */
export async function ask(method: string, path: string, body?: string): Promise<Response> {
  const table = TABLE.exec(path)?.[1];
  if (far && ((table && far.has(decodeURIComponent(table))) || (alone() && !hasParlour())))
    return far.ask(method, path, body ?? "", language());
  if (SITE || (table && isHere(decodeURIComponent(table)))) return askDevice(method, path, body);
  try {
    const answer = await fetch(path, serverRequest(method, body));
    away = false;
    return answer;
  } catch (error) {
    if (!hasParlour() || !EVERYWHERE.test(path)) throw error;
    away = true;
    return askDevice(method, path, body);
  }
}

/** A request that only the offline instance of this device answers. */
export async function askDevice(method: string, path: string, body?: string): Promise<Response> {
  if (!hasParlour()) throw new TypeError("there is no parlour on this device");
  return (await deviceParlour()).ask(method, path, body ?? "", language());
}

function serverRequest(method: string, body?: string): RequestInit {
  const init: RequestInit = { method, credentials: "same-origin" };
  if (body !== undefined) init.body = body;
  const type = body?.startsWith("{") ? "application/json" : "text/plain";
  return body === undefined ? init : { ...init, headers: { "Content-Type": type } };
}

/** Opens a connection to a table. */
export function connect(table: string, screen = false): Line {
  if (far?.has(table)) return far.connect(table, language());
  return isHere(table) ? new DeviceLine(table) : (new WebSocket(socketAddress(table, screen)) as unknown as Line);
}

/** Opens a connection to a table of this device; the worker may still have to start. */
class DeviceLine implements Line {
  onopen: Line["onopen"] = null;
  onmessage: Line["onmessage"] = null;
  onclose: Line["onclose"] = null;
  private end: { send(text: string): void; close(): void } | null = null;
  private closed = false;

  constructor(table: string) {
    void deviceParlour().then(
      (parlour) => {
        if (this.closed) return;
        this.end = parlour.connect(table, language(), {
          opened: () => this.onopen?.(),
          heard: (text) => this.onmessage?.({ data: text }),
          closed: (code) => this.close(code),
        });
      },
      () => this.close(1006),
    );
  }

  send(text: string): void {
    this.end?.send(text);
  }

  close(code = 1000): void {
    if (this.closed) return;
    this.closed = true;
    this.end?.close();
    this.onclose?.({ code, reason: "" });
  }
}
