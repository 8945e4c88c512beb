import type { Attachment } from "svelte/attachments";

/** A click this long after a press is still the end of that press. */
const ECHO = 800;

/**
 * Reports a press the moment it begins: a finger or a mouse button coming down, Enter or space; never of letting go.
 * A click without any of them comes from a screen reader or a switch, and counts too.
 */
export function pressed(tell: (stamp: number) => void): Attachment<HTMLElement> {
  return (node) => {
    let last = Number.NEGATIVE_INFINITY;
    const begin = (event: Event) => {
      last = event.timeStamp;
      tell(event.timeStamp);
    };
    const down = (event: PointerEvent) => event.button === 0 && begin(event);
    const key = (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) begin(event);
    };
    const click = (event: MouseEvent) => event.timeStamp - last > ECHO && tell(event.timeStamp);
    // A finger leaves no focus behind, or the next press of the space bar would hit once more.
    const still = (event: Event) => event.preventDefault();
    node.addEventListener("pointerdown", down);
    node.addEventListener("mousedown", still);
    node.addEventListener("keydown", key);
    node.addEventListener("click", click);
    return () => {
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("mousedown", still);
      node.removeEventListener("keydown", key);
      node.removeEventListener("click", click);
    };
  };
}
