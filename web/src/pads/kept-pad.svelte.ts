/** A pad that survives a reload: names, and a table of what was written. */
export interface Pad {
  names: string[];
  rows: (number | null)[][];
}

export function openPad(name: string, fresh: Pad): Pad {
  const key = `purrlor-pad-${name}`;
  let found = fresh;
  try {
    found = { ...fresh, ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Pad>) };
  } catch {
    // Without storage a pad lasts as long as the page.
  }
  const pad: Pad = $state(found);
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
