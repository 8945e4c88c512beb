import { keep, kept } from "./settings.svelte";

/** Applies the chosen light or dark theme; without a choice, that of the device. */
export function applyTheme(): void {
  const root = document.documentElement;
  if (kept.theme) root.dataset.theme = kept.theme;
  else delete root.dataset.theme;
}

export function setTheme(theme: "" | "light" | "dark"): void {
  keep({ theme });
  applyTheme();
}
