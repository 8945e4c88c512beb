/** What a phone must be moved by, in m/s² without gravity, to count as shaken. */
const STRONG = 14;
/** Two jerks within this time are one shake, in ms. */
const PAUSE = 900;
const GRAVITY = 9.81;

/** Safari requires permission, after a tap; other browsers just report it. */
interface Asking {
  requestPermission?(): Promise<"granted" | "denied">;
}

/** Whether this device can feel that it is shaken; browsers report it only to pages over https. */
export function canFeel(): boolean {
  return "DeviceMotionEvent" in globalThis && isSecureContext && navigator.maxTouchPoints > 0;
}

/** Asks for permission where that is needed; call it after a tap. */
export async function mayFeel(): Promise<boolean> {
  const ask = (DeviceMotionEvent as unknown as Asking).requestPermission;
  return !ask || (await ask.call(DeviceMotionEvent).catch(() => "denied")) === "granted";
}

const size = ({ x, y, z }: DeviceMotionEventAcceleration) => Math.hypot(x ?? 0, y ?? 0, z ?? 0);

/** Calls `act` whenever the phone is shaken; call what it gives back to stop. */
export function whenShaken(act: () => void): () => void {
  let last = -PAUSE;
  function feel({ acceleration, accelerationIncludingGravity: all, timeStamp }: DeviceMotionEvent): void {
    // Simple phones do not separate gravity.
    const strength = acceleration?.x != null ? size(acceleration) : all ? Math.abs(size(all) - GRAVITY) : 0;
    if (strength < STRONG || timeStamp - last < PAUSE) return;
    last = timeStamp;
    act();
  }
  addEventListener("devicemotion", feel);
  return () => removeEventListener("devicemotion", feel);
}
