import { afterEach, beforeEach, expect, test } from "vitest";
import { cleanup, render } from "vitest-browser-svelte";
import { FAR_KEY } from "../src/net/places.svelte";
import { go } from "../src/router.svelte";
import { keep } from "../src/settings.svelte";
import { host } from "../src/together/host.svelte";
import HostPanel from "../src/together/HostPanel.svelte";
import { Peer } from "../src/together/peer";
import { newCertificate } from "../src/together/spares";
import { laterWords, LANGUAGES, speak } from "../src/words/index.svelte";
import { cut } from "./faults";
import { PSEUDO } from "./pseudo";
import { FIXTURES, GAMES } from "./server";
import { look, open, settled, shown, violations } from "./stage";

// The pages of phones that play together: with and without a server, on both phones.

const SIZES = [[1280, 800], [640, 360], [360, 640]] as const; // prettier-ignore
const SECRET = "592e68130123456789abcdef01234567";

beforeEach(async () => {
  keep({ sounds: false });
  await look({ size: [360, 640], language: PSEUDO, theme: "light" });
});
afterEach(() => {
  cleanup();
  document.querySelector("main")?.remove();
  localStorage.removeItem(FAR_KEY);
  [host.meeting, host.code] = ["", ""];
});

async function offer(): Promise<string> {
  return new Peer(await newCertificate()).offer();
}

async function panel(): Promise<void> {
  const table = FIXTURES.get(GAMES[0] ?? "")
    ?.values()
    .next().value?.table;
  if (!table) throw new Error("there is no fixture");
  await laterWords();
  cleanup();
  go("/about"); // a panel of its own, on no page of a table
  const target = document.body.appendChild(document.createElement("main"));
  target.innerHTML = "<h1>MEOW</h1>";
  await render(HostPanel, { target, props: { table, key: "key" } });
  await shown("#phones");
}

const STATES: [string, () => Promise<void>, string][] = [
  ["a phone that nobody has invited yet", () => open("/together"), "#come"],
  [
    "a guest who was at a table before",
    async () => {
      localStorage.setItem(FAR_KEY, JSON.stringify({ secret: "s", table: "here", host: "Wilhelmina Ann" }));
      await open("/together");
    },
    "#come",
  ],
  ["a guest who shows the answer", async () => open(`/together#o=${await offer()}`), "main svg[role=img]"],
  ["a host who has invited nobody yet", panel, "#phones"],
  ["a host with a link", async () => panel().then(() => void (host.meeting = SECRET)), "svg[role=img]"],
  ["a host with a code", async () => panel().then(async () => void (host.code = await offer())), "form input"],
];

test.each(STATES)("%s has room for every language, and axe finds nothing", async (_, show, last) => {
  await show();
  await shown(last);
  const found: string[] = [];
  for (const size of SIZES) {
    const where = await look({ size, theme: size[0] === 360 ? "dark" : "light" });
    const faults = [...(await settled(cut)), ...(await violations())];
    found.push(...faults.map((fault) => `${where}: ${fault}`));
  }
  for (const [language] of LANGUAGES) {
    await speak(language);
    found.push(...(await settled(cut)).map((fault) => `${language}: ${fault}`));
  }
  expect(found).toEqual([]);
});
