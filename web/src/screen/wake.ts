const TICK = 5000;
/** A clock that stood still for so long belongs to a device that slept. */
const SLEPT = 4 * TICK;

/** Calls `act` when the device was asleep, or the page was hidden: a connection may be dead then without notice. */
export function whenWoken(act: () => void): () => void {
  let last = Date.now();
  const timer = setInterval(() => {
    const slept = Date.now() - last > SLEPT;
    last = Date.now();
    if (slept) act();
  }, TICK);
  const seen = () => document.visibilityState === "visible" && act();
  document.addEventListener("visibilitychange", seen);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", seen);
  };
}
