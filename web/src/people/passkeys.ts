import { api } from "../net/api";
import type { Entered, Passkeys } from "../wire";
import { creationOptions, credentialText, requestOptions } from "./webauthn";

/** Why this page cannot use passkeys; empty: it can, as far as the browser is concerned. */
export function browserObstacle(): "" | "https" | "browser" {
  if (!isSecureContext) return "https";
  return typeof PublicKeyCredential === "undefined" ? "browser" : "";
}

/** Lets the authenticator make a passkey for this person; null: somebody changed their mind. */
export async function makePasskey(name: string): Promise<Passkeys | null> {
  const { options } = await api.passkeyOptions();
  const made = await asked(() => navigator.credentials.create({ publicKey: creationOptions(options) }));
  return made && api.addPasskey(credentialText(made), name);
}

/** Comes in with a passkey; null: somebody changed their mind. */
export async function enterWithPasskey(): Promise<Entered | null> {
  const { options } = await api.enterOptions();
  const found = await asked(() => navigator.credentials.get({ publicKey: requestOptions(options) }));
  return found && api.enter(credentialText(found));
}

/** Browsers say the same for "no passkey here", "cancelled" and "too late". */
async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await ask()) as PublicKeyCredential | null;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** The tables of a person who was merged into this one follow one by one; what fails is tried again another time. */
export async function bringTables(): Promise<void> {
  for (const table of await api.leftBehind()) await api.bring(table);
}
