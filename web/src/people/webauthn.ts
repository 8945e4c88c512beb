/** WebAuthn's JSON forms by hand: not every browser that we support has its own functions for them. */

export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

export function toBase64url(data: ArrayBuffer | Uint8Array): string {
  const letters = Array.from(new Uint8Array(data), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

interface Descriptor {
  id: string;
  type: "public-key";
}

/** What `navigator.credentials.create` takes, from the server's text. */
export function creationOptions(text: string): PublicKeyCredentialCreationOptions {
  const sent = JSON.parse(text) as Omit<
    PublicKeyCredentialCreationOptions,
    "challenge" | "user" | "excludeCredentials"
  > & {
    challenge: string;
    user: { id: string; name: string; displayName: string };
    excludeCredentials?: Descriptor[];
  };
  return {
    ...sent,
    challenge: fromBase64url(sent.challenge),
    user: { ...sent.user, id: fromBase64url(sent.user.id) },
    excludeCredentials: (sent.excludeCredentials ?? []).map((each) => ({ ...each, id: fromBase64url(each.id) })),
  };
}

/** What `navigator.credentials.get` takes, from the server's text. */
export function requestOptions(text: string): PublicKeyCredentialRequestOptions {
  const sent = JSON.parse(text) as Omit<PublicKeyCredentialRequestOptions, "challenge" | "allowCredentials"> & {
    challenge: string;
  };
  return { ...sent, challenge: fromBase64url(sent.challenge), allowCredentials: [] };
}

/** A credential as the server reads it. */
export function credentialText(credential: PublicKeyCredential): string {
  const answer = credential.response;
  const parts: Record<string, ArrayBuffer | null> =
    answer instanceof AuthenticatorAttestationResponse
      ? { attestationObject: answer.attestationObject }
      : {
          authenticatorData: (answer as AuthenticatorAssertionResponse).authenticatorData,
          signature: (answer as AuthenticatorAssertionResponse).signature,
          userHandle: (answer as AuthenticatorAssertionResponse).userHandle,
        };
  const response: Record<string, string> = { clientDataJSON: toBase64url(answer.clientDataJSON) };
  for (const [name, part] of Object.entries(parts)) if (part) response[name] = toBase64url(part);
  return JSON.stringify({ id: credential.id, rawId: toBase64url(credential.rawId), type: credential.type, response });
}
