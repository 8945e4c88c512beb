/** Keeps the screen from going dark, as long as the page is seen; call what it gives back to let it sleep again. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let wanted = true;

  async function ask(): Promise<void> {
    if (!wanted || document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    // Refused on a low battery: then it sleeps as usual.
    const found = await navigator.wakeLock.request("screen").catch(() => null);
    if (wanted) lock = found;
    else void found?.release();
  }

  // A browser lets go of it whenever the page is hidden.
  document.addEventListener("visibilitychange", ask);
  void ask();
  return () => {
    wanted = false;
    document.removeEventListener("visibilitychange", ask);
    void lock?.release();
  };
}
