import { mount } from "svelte";
import "../style/index.css";
import { preferred, speak } from "../words/index.svelte";
import Cast from "./Cast.svelte";
import Gallery from "./Gallery.svelte";

await speak(preferred());
const page = new URLSearchParams(location.search).has("cast") ? Cast : Gallery;
mount(page, { target: document.getElementById("app") as HTMLElement });
