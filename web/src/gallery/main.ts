import { mount } from "svelte";
import "../style/index.css";
import { preferred, speak } from "../words/index.svelte";
import Gallery from "./Gallery.svelte";
import Pieces from "./Pieces.svelte";

await speak(preferred());
const page = new URLSearchParams(location.search).has("game") ? Gallery : Pieces;
mount(page, { target: document.getElementById("app") as HTMLElement });
