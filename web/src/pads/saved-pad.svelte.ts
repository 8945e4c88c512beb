/** A pad of points: names, and a table of what was written. */
export interface Pad {
  names: string[];
  rows: (number | null)[][];
}

/** A pad that survives a reload. What was kept is put aside if it does not fit: another version may have written it. */
export function openPad<T extends object>(name: string, fresh: T, fits: (found: T) => boolean = () => true): T {
  const key = `purrlor-pad-${name}`;
  let found = fresh;
  try {
    const kept = { ...fresh, ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<T>) };
    if (fits(kept)) found = kept;
  } catch {
    // Without storage a pad lasts as long as the page.
  }
  const pad: T = $state(found);
  $effect(() => {
    const text = JSON.stringify(pad);
    try {
      localStorage.setItem(key, text);
    } catch {
      // As above.
    }
  });
  return pad;
}

/** What can be taken back, step by step to the beginning. */
export interface Undoable<T> {
  now: T;
  past: T[];
}

export function change<T>(pad: Undoable<T>, next: T): boolean {
  if (next === pad.now) return false;
  pad.past.push(pad.now);
  pad.now = next;
  return true;
}

export function takeBack<T>(pad: Undoable<T>): void {
  if (pad.past.length) pad.now = pad.past.pop() as T;
}
