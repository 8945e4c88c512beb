import { mount } from "svelte";
import App from "./App.svelte";
import { kept } from "./settings.svelte";
import { applyMotion } from "./motion";
import { loadGames } from "./net/games.svelte";
import { toastLeft } from "./ui/toasts.svelte";
import { hearCalls } from "./people/notified";
import { listen } from "./router.svelte";
import "./style/index.css";
import { applyTheme } from "./theme";
import { preferred, speak } from "./words/index.svelte";

applyTheme();
applyMotion();
listen();
void loadGames();
// Without a network the language that was chosen may be missing; English is always there.
await speak(preferred()).catch(() => speak("en"));
const target = document.getElementById("app") as HTMLElement;
target.replaceChildren();
mount(App, { target });
toastLeft();
// Downloaded games are updated when there is a network.
if (kept.device) void import("./offline/update").then(({ update }) => update());
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  hearCalls();
  void navigator.serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`).catch(() => undefined);
}
