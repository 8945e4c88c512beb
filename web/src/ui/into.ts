import type { Attachment } from "svelte/attachments";

/**
 * Shows an element elsewhere on the page, in the element of this id; without one it stays where it is.
 * Svelte looks for what it removes among the siblings of where it was, so an element that has moved is removed here.
 */
export function into(id: string): Attachment<HTMLElement> {
  return (node) => {
    document.getElementById(id)?.append(node);
    return () => node.remove();
  };
}
