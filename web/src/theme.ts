import { keep, kept } from "./settings.svelte";

/** Shows the page by day or by night, as chosen; without a choice as the device has it. */
export function applyTheme(): void {
  const root = document.documentElement;
  if (kept.theme) root.dataset.theme = kept.theme;
  else delete root.dataset.theme;
}

export function setTheme(theme: "" | "light" | "dark"): void {
  keep({ theme });
  applyTheme();
}
