const LEAST = 0.5;
/** A letter of the size 1rem, as a part of the screen's height and width: as in screen.css. */
const letters = () => Math.max(14, Math.min(innerHeight / 45, innerWidth / 64));

/**
 * Shrinks the letters of the whole page until what is in the box fits into it. Sizes on a large screen are tied to its
 * height; a board with more on it than usual gets smaller letters, and keeps them, so that nothing jumps to and fro.
 */
export function fit(box: HTMLElement): () => void {
  const root = document.documentElement;
  let scale = 1;
  let asked = 0;

  // Chromium lays the page out for another size of its root only with the next frame, so it is looked at after two.
  const look = () => void (asked ||= requestAnimationFrame(() => (asked = requestAnimationFrame(shrink))));

  function shrink(): void {
    asked = 0;
    const share = box.clientHeight / box.scrollHeight;
    if (scale <= LEAST || box.scrollHeight <= box.clientHeight + 1) return;
    scale = Math.max(LEAST, scale * Math.max(0.9, Math.min(0.98, share)));
    show();
    look();
  }
  function show(): void {
    root.style.fontSize = `${(letters() * scale).toFixed(2)}px`;
  }
  function anew(): void {
    scale = 1;
    show();
    look();
  }

  const changes = new MutationObserver(look);
  changes.observe(box, { childList: true, subtree: true, characterData: true });
  addEventListener("resize", anew);
  anew();
  return () => {
    changes.disconnect();
    removeEventListener("resize", anew);
    cancelAnimationFrame(asked);
    root.style.fontSize = "";
  };
}
