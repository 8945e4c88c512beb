const key = (id: string) => `purrlor-watching-${id}`;

/** Remembers that somebody only watches this table, as long as the tab is open. */
export function watch(id: string, watching: boolean): void {
  try {
    if (watching) sessionStorage.setItem(key(id), "yes");
    else sessionStorage.removeItem(key(id));
  } catch {
    // Without storage one is asked again after a reload.
  }
}

export function watches(id: string): boolean {
  try {
    return sessionStorage.getItem(key(id)) !== null;
  } catch {
    return false;
  }
}
