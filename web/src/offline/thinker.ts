// A second Python that only thinks: bots' moves, hints and reviews, so that the instance's own worker is always free.

import { loadBrowser, type Browser, type Files } from "./python";

export type ToThinker = { type: "start"; files: Files } | { type: "think"; question: string };
export type FromThinker = { type: "thought"; answer: string } | { type: "broken"; error: string };

const post = (message: FromThinker) => self.postMessage(message);
let python: Promise<Browser>;

self.onmessage = ({ data }: MessageEvent<ToThinker>) => {
  if (data.type === "start") python = loadBrowser(data.files);
  python
    .then(({ think }) => data.type === "think" && post({ type: "thought", answer: think(data.question) }))
    .catch((error: unknown) => post({ type: "broken", error: String(error) }));
};
