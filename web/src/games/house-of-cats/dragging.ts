// A die that is dragged onto the sheet: follows the finger, and lands on the space beneath.

interface Drag {
  /** Called when the drag begins: the spaces can light up. */
  begin(): void;
  /** The space under the finger where the die was let go, "bar" for the cat bar, or empty. */
  drop(place: string): void;
}

const FAR = 8;

/** The place on the sheet that lies under a point. */
function under(x: number, y: number): HTMLElement | null {
  const found = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-space], [data-bar]");
  return found ?? null;
}

/** Starts to listen at a pointerdown on `die`. A press that does not move stays a click. */
export function drag(event: PointerEvent, die: HTMLElement, { begin, drop }: Drag): void {
  if (event.button !== 0 || !event.isPrimary) return;
  const [x, y] = [event.clientX, event.clientY];
  const stop = new AbortController();
  let moving = false;
  let over: HTMLElement | null = null;

  const mark = (next: HTMLElement | null) => {
    over?.classList.remove("over");
    over = next;
    over?.classList.add("over");
  };
  const end = () => {
    stop.abort();
    mark(null);
    die.style.removeProperty("transform");
    die.classList.remove("dragged");
  };
  const options = { signal: stop.signal };
  window.addEventListener(
    "pointermove",
    (move) => {
      if (!moving && Math.hypot(move.clientX - x, move.clientY - y) < FAR) return;
      if (!moving) {
        moving = true;
        die.classList.add("dragged");
        begin();
      }
      die.style.transform = `translate(${move.clientX - x}px, ${move.clientY - y}px) scale(1.1)`;
      mark(under(move.clientX, move.clientY));
    },
    options,
  );
  window.addEventListener(
    "pointerup",
    (up) => {
      const place = moving ? under(up.clientX, up.clientY) : null;
      end();
      if (moving) drop(place?.dataset.space ?? (place?.dataset.bar ? "bar" : ""));
    },
    options,
  );
  window.addEventListener("pointercancel", end, options);
}
