import type { Attachment } from "svelte/attachments";

/** Shows an element elsewhere on the page, in the element of this id; without one it stays where it is. */
export function into(id: string): Attachment<HTMLElement> {
  return (node) => {
    document.getElementById(id)?.append(node);
  };
}
