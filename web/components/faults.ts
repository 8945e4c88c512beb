// What is wrong with what is on the screen, in words.

/** Pixels of a target, each way; where cards overlap, of the part that can be tapped. */
const FINGER = 44;
/** Pixels of a cell (WCAG 2.2, 2.5.8). */
const CELL = 24;
/** What may be as small as a cell, since all of them have to be seen together. */
const CELLS = [
  ".box, td > button", // the 13 boxes of Yatzy, beside each other's sheets
  ".cell, .cat", // the spaces and the cat bar of a printed sheet
  ".hand button", // nine cards of MEOW lie in a fan, and a tap only lifts one
  ".rowbox li > button", // the row of MEOW has up to eleven tokens, which only say what they are
  "main nav li a", // the contents of a guide, which stays five screens of a phone long
  ".many .chip", // five or six seats share the width of half a phone on its side
].join();
/** In a room for children: 20 mm, of which CSS counts 96 px to an inch, less what rounding takes. */
const LEAST_FOR_CHILDREN = (20 / 25.4) * 96 - 0.5;
const TAPPED = ":is(button, a[href], input, select, textarea, summary, [role=button])";

const classes = (one: Element) =>
  (one.getAttribute("class") ?? "")
    .replace(/ ?svelte-\w+/g, "")
    .split(" ")
    .filter(Boolean);
const said = (one: Element) => (one.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
const name = (one: Element) => [one.tagName.toLowerCase(), ...classes(one)].join(".");
const called = (one: Element) => `${name(one)} "${said(one)}"`;
const clips = (overflow: string) => overflow === "hidden" || overflow === "clip";
const scrolls = (overflow: string) => overflow === "auto" || overflow === "scroll";

/** For screen readers only. */
function unseen(one: Element): boolean {
  const { clipPath, position } = getComputedStyle(one);
  return position === "absolute" && (clipPath !== "none" || (one as HTMLElement).offsetWidth <= 1);
}

/** Everything that can be seen below an element, or further down on the page. Drawings count as a whole. */
function seen(root: Element, found: Element[] = []): Element[] {
  for (const one of root.children) {
    const bare = getComputedStyle(one).display === "contents";
    if (!bare && (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || unseen(one))) continue;
    if (one.getClientRects().length) found.push(one);
    if (!(one instanceof SVGElement)) seen(one, found);
  }
  return found;
}

const texts = (one: Element) => [...one.childNodes].filter((node) => node instanceof Text && node.data.trim());
/** Whether it is more than a box around other things. */
const isShown = (one: Element) => one instanceof SVGElement || one.matches(TAPPED) || texts(one).length > 0;

function wider(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth ? [`wider than the screen: ${scrollWidth}`] : [];
}

function offScreen(one: Element): string[] {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const over = [-left, -top, right - innerWidth, bottom - innerHeight].map(Math.round);
  return Math.max(...over) > 0 ? [`${called(one)} is off the screen: ${over}`] : [];
}

/** Whether it is seen only after sliding sideways: what can be slid is on the screen itself. */
function onOtherSlide(one: Element): boolean {
  const box = one.getBoundingClientRect();
  for (let up = one.parentElement; up; up = up.parentElement) {
    const { left, right } = up.getBoundingClientRect();
    if (scrolls(getComputedStyle(up).overflowX) && (box.left >= right - 1 || box.right <= left + 1)) return true;
  }
  return false;
}

/** How many points of a target are tried, from edge to edge. */
const POINTS = 12;

/** Whether a finger finds it: nothing may lie over most of it. What is drawn smaller may still react around it. */
function covered(one: Element, least: number): string[] {
  const box = one.getBoundingClientRect();
  const [width, height] = [Math.max(box.width, least) - 2, Math.max(box.height, least) - 2];
  const [left, top] = [box.left + (box.width - width) / 2, box.top + (box.height - height) / 2];
  const across = new Set<number>();
  const down = new Set<number>();
  let above: Element | null = null;
  // Along the diagonals first: where nothing lies over it, twelve points tell as much as all 144.
  for (let shift = 0; shift < POINTS && Math.min(across.size, down.size) < POINTS; shift++)
    for (let x = 0; x < POINTS; x++) {
      const y = (x + shift) % POINTS;
      const met = document.elementFromPoint(left + (width * x) / (POINTS - 1), top + (height * y) / (POINTS - 1));
      if (one.contains(met)) {
        across.add(x);
        down.add(y);
      } else above = met?.closest(TAPPED) ?? met;
    }
  const free = [((across.size - 1) * width) / (POINTS - 1), ((down.size - 1) * height) / (POINTS - 1)].map(Math.ceil);
  const by = above ? ` below ${called(above)}` : "";
  return Math.min(...free) < least - 2 ? [`${called(one)} can be tapped on ${free.join(" x ")}${by}`] : [];
}

/** What is tapped: a tick with its words. */
const target = (one: Element) =>
  (one.matches("label :is([type=checkbox], [type=radio])") && one.closest("label")) || one;

/** A link within a sentence is as tall as its line. */
const inSentence = (one: Element) =>
  getComputedStyle(one).display === "inline" && one.parentElement !== null && texts(one.parentElement).length > 0;

/** Targets on the screen that are too small, or below something else. */
function missed(cell: number): string[] {
  return seen(document.body)
    .filter((one) => one.matches(TAPPED) && !offScreen(one).length && !onOtherSlide(one))
    .flatMap((one) => covered(target(one), one.matches(CELLS) ? cell : FINGER));
}

/** Targets of a page, also below the screen, that a finger misses; nothing happens where `idle` is tapped. */
export function narrow(idle = ":not(*)"): string[] {
  const found = seen(document.body)
    .filter(
      (one) =>
        one.matches(TAPPED) && !one.matches(idle) && !one.matches(".skip") && !onOtherSlide(one) && !inSentence(one),
    )
    .flatMap((one) => {
      const { width, height } = target(one).getBoundingClientRect();
      const least = one.matches(CELLS) ? CELL : FINGER;
      if (Math.min(width, height) >= least) return [];
      one.scrollIntoView({ block: "center" });
      return covered(target(one), least);
    });
  scrollTo(0, 0);
  return found;
}

/** A board on a phone: everything on it is on the screen, and what is tapped is large enough and free. */
export function unfit(cell = CELL): string[] {
  const board = document.querySelector(".board-room");
  const drawn = board ? seen(board).filter((one) => isShown(one) && !onOtherSlide(one)) : [];
  return [
    ...drawn.flatMap(offScreen),
    ...missed(cell),
    ...(drawn.some((one) => one.matches(TAPPED)) ? [] : ["nothing to tap"]),
    ...wider(),
    ...(scrollY > 0 ? [`scrolled: ${scrollY}`] : []),
  ];
}

/** What is not on the screen as a whole, or not there at all. */
export function outside(selector: string): string[] {
  const found = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  return found.length ? found.flatMap(offScreen) : [`there is no ${selector}`];
}

/** Letters that are smaller than this many pixels. */
export function small(selector: string, least: number): string[] {
  return [...document.querySelectorAll(selector)]
    .map((one) => ({ one, size: parseFloat(getComputedStyle(one).fontSize) }))
    .filter(({ size }) => size < least)
    .map(({ one, size }) => `${called(one)} has letters of ${size.toFixed(1)} pixels`);
}

/** What lies over something else. */
export function overlapping(selector: string, others: string): string[] {
  const one = document.querySelector(selector)?.getBoundingClientRect();
  if (!one) return [`there is no ${selector}`];
  const meets = (box: DOMRect) =>
    box.left < one.right && box.right > one.left && box.top < one.bottom && box.bottom > one.top;
  return [...document.querySelectorAll(others)]
    .filter((other) => other.checkVisibility() && meets(other.getBoundingClientRect()))
    .map((other) => `${called(other)} overlaps ${selector}`);
}

/** What is not read whole without scrolling. */
export function scrolling(selector: string): string[] {
  return [...document.querySelectorAll(selector)]
    .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
    .map((one) => `${called(one)} is longer than its place`);
}

/** What something else lies upon: its middle is not to be seen. */
export function hidden(selector: string): string[] {
  return [...document.querySelectorAll(selector)].flatMap((one) => {
    if (!one.checkVisibility()) return [];
    const { left, top, width, height } = one.getBoundingClientRect();
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    return above && (one.contains(above) || above.contains(one)) ? [] : [`${called(one)} is hidden`];
  });
}

/** Targets that a child's finger misses. */
export function tooSmall(): string[] {
  return seen(document.body)
    .filter((one) => one.matches(TAPPED) && !one.matches(".skip, .toasts *, :disabled, [aria-disabled=true]"))
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => box.width && box.height && Math.min(box.width, box.height) < LEAST_FOR_CHILDREN)
    .map(({ one, box }) => `${called(one)} is ${Math.round(box.width)} x ${Math.round(box.height)}`);
}

/** What cuts a text off, if anything does. */
function cutter(one: Element, text: DOMRect): string | undefined {
  let down = true;
  for (let up: Element | null = one; up && up !== document.body; up = up.parentElement) {
    const { overflowX, overflowY, display } = getComputedStyle(up);
    if (display === "contents") continue;
    const box = up.getBoundingClientRect();
    if (clips(overflowX) && (text.right > box.right + 1 || text.left < box.left - 1)) return name(up);
    if (down && clips(overflowY) && text.bottom > box.bottom + 3) return name(up);
    down &&= !scrolls(overflowY);
    // What scrolls sideways has to be seen whole itself.
    if (scrolls(overflowX)) text = box;
  }
  return text.left < -1 || text.right > innerWidth + 1 ? "the screen" : undefined;
}

/** Texts that reach beyond the screen or are cut off by what they stand in. */
export function cut(): string[] {
  const range = document.createRange();
  const faults = seen(document.body)
    .filter((one) => !(one instanceof SVGElement) && !one.matches("option, script, style"))
    .flatMap((one) => texts(one).map((text) => ({ one, text })))
    .flatMap(({ one, text }) => {
      range.selectNodeContents(text);
      const by = cutter(one, range.getBoundingClientRect());
      return by ? [`${name(one.parentElement as Element)} > ${called(one)} is cut by ${by}`] : [];
    });
  return [...new Set([...faults, ...wider()])];
}

/** What is marked by a ring or a bar that is only a shadow: forced colours remove it. */
export function shadowed(): Element[] {
  const mark = /0px 0px 0px [1-9]|0px -\d+px 0px 0px inset/;
  return seen(document.body).filter((one) => mark.test(getComputedStyle(one).boxShadow));
}

/** What bears no mark that forced colours leave. */
export function unmarked(marked: Element[]): string[] {
  return marked
    .filter((one) => getComputedStyle(one).outlineStyle === "none")
    .map((one) => `${called(one)} is unmarked`);
}

/** What has to be slid sideways to be read. */
export function sliding(): string[] {
  return seen(document.body)
    .filter((one) => scrolls(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1)
    .map((one) => `${called(one)} slides sideways: ${one.scrollWidth} in ${one.clientWidth}`)
    .concat(wider());
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const common = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});

/** The part of a box that everything around it lets be seen. */
function uncut(one: Element, box: Box): Box {
  for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) {
    const { overflowX, overflowY, display } = getComputedStyle(up);
    if (display !== "contents" && (overflowX !== "visible" || overflowY !== "visible"))
      box = common(box, up.getBoundingClientRect());
  }
  return box;
}

/** Where its letters stand, and its box if it can be tapped. */
function boxes(one: Element): Box[] {
  const range = document.createRange();
  const lines = texts(one).flatMap((text) => {
    range.selectNodeContents(text);
    // A line is a little higher than its letters.
    return [...range.getClientRects()].map(({ left, right, top, bottom }) => ({
      left, right, top: top + 2, bottom: bottom - 2,
    })); // prettier-ignore
  });
  return one.matches(TAPPED) ? [one.getBoundingClientRect(), ...lines] : lines;
}

/** Texts and targets that lie over each other, but for what is `meant` to; only the front-most dialog counts. */
export function overlaps(meant = ":not(*)"): string[] {
  const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const pieces = seen(root)
    .filter((one) => !(one instanceof SVGElement) && !one.closest(`.skip, ${meant}`))
    .flatMap((one) => boxes(one).map((box) => ({ one, box: uncut(one, box) })))
    .sort((one, other) => one.box.top - other.box.top);
  const found = new Set<string>();
  pieces.forEach(({ one, box }, at) => {
    for (const other of pieces.slice(at + 1)) {
      if (other.box.top >= box.bottom) break;
      if (one.contains(other.one) || other.one.contains(one)) continue;
      const { left, right, top, bottom } = common(box, other.box);
      if (right - left > 2 && bottom - top > 2) found.add(`${called(one)} and ${called(other.one)} overlap`);
    }
  });
  return [...found];
}
