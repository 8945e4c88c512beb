/** Whether the browser keeps what is stored here; `evictable`: not when space is short; `unknown`: it cannot say. */
export type Persistence = "persisted" | "evictable" | "unknown";

/** How things stand, without asking anybody. */
export async function persistence(storage = here()): Promise<Persistence> {
  return answer(() => storage?.persisted?.());
}

/** Asks the browser to keep the downloaded games and the matches of this device; it may ask the player. */
export async function persist(storage = here()): Promise<Persistence> {
  return answer(() => storage?.persist?.());
}

async function answer(ask: () => Promise<boolean> | undefined): Promise<Persistence> {
  try {
    const kept = await ask();
    return kept === undefined ? "unknown" : kept ? "persisted" : "evictable";
  } catch {
    return "unknown";
  }
}

/** Old browsers, and pages that did not come over https, have no such thing. */
function here(): Partial<StorageManager> | undefined {
  return (navigator as Partial<Navigator>).storage;
}
