const key = (id: string) => `purrlor-commitment-${id}`;

/** Remembers the commitment that was shown before a match, so that it can be held against the seed afterwards. */
export function remember(id: string, commitment: string): void {
  try {
    if (!localStorage.getItem(key(id))) localStorage.setItem(key(id), commitment);
  } catch {
    // Without storage the commitment that the server shows now has to do.
  }
}

/** The commitment that this device saw before the match; empty: it saw none. */
export function promised(id: string): string {
  try {
    return localStorage.getItem(key(id)) ?? "";
  } catch {
    return "";
  }
}
