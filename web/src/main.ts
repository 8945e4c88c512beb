import { mount } from "svelte";
import App from "./App.svelte";
import { listen } from "./router.svelte";
import "./style/index.css";
import { applyTheme } from "./theme";
import { preferred, speak } from "./words/index.svelte";

applyTheme();
listen();
await speak(preferred());
// A newer page was put in place while this one was open: its parts have other names now.
addEventListener("vite:preloadError", (event) => {
  if (Date.now() - Number(sessionStorage.getItem("purrlor-reloaded") ?? 0) < 10_000) return;
  sessionStorage.setItem("purrlor-reloaded", String(Date.now()));
  event.preventDefault();
  location.reload();
});
mount(App, { target: document.getElementById("app") as HTMLElement });
if (import.meta.env.PROD && "serviceWorker" in navigator)
  void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
