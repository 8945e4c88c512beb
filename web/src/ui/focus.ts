/** Whether nothing in particular has the focus: the page, or its main part, which gets it after a move. */
export function unfocused(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof HTMLElement && target.id === "main");
}
