/** Whether only the page or its main part has the focus, which gets it after navigation. */
export function unfocused(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof HTMLElement && target.id === "main");
}
