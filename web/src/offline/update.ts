import { keep, kept } from "../settings.svelte";
import { fetchBundle, offered } from "./bundle";

/**
 * Fetches what has changed since the games were downloaded. A running worker goes on with what it has loaded, so an
 * open match is not disturbed. Without a network everything stays as it is.
 */
export async function update(): Promise<void> {
  try {
    const bundle = await offered();
    if (bundle.version === kept.device) return;
    await fetchBundle(bundle, () => undefined);
    keep({ device: bundle.version });
  } catch {
    // It is tried again with the next visit.
  }
}
