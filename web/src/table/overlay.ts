import type { Attachment } from "svelte/attachments";

type Place = Pick<DOMRect, "left" | "top">;
type Size = Pick<DOMRect, "width" | "height">;

/** Something that a panel should rather not cover. */
export interface Spot extends Place, Size {
  weight: number;
}

/** Returns the corner of `frame` where a panel of this size covers the least of `spots`. */
export function freestCorner({ width, height }: Size, frame: Place & Size, spots: Spot[]): Place {
  const lefts = [frame.left + frame.width - width, frame.left];
  const tops = [frame.top, frame.top + frame.height - height];
  const covered = ({ left, top }: Place) =>
    spots.reduce((sum, spot) => {
      const across = Math.min(left + width, spot.left + spot.width) - Math.max(left, spot.left);
      const down = Math.min(top + height, spot.top + spot.height) - Math.max(top, spot.top);
      return sum + spot.weight * Math.max(0, across) * Math.max(0, down);
    }, 0);
  const corners = tops.flatMap((top) => lefts.map((left) => ({ left, top })));
  const least = Math.min(...corners.map(covered));
  return corners.find((corner) => covered(corner) === least) as Place;
}

/** How bad it is to cover what may be tapped: what is hinted above all, then dice and cards. */
const WEIGHTS: [selector: string, weight: number][] = [
  [".hinted", 1000],
  [".die, .roll, .hand button", 10],
  ["button", 1],
];
/** Pixels between a panel and the edge of its parent. */
const GAP = 6;

/** Lays a panel over the part of its parent that is on the screen, where it covers least of what can be tapped. */
export const overlay: Attachment<HTMLElement> = (panel) => {
  const parent = panel.parentElement as HTMLElement;
  const place = () => {
    const box = parent.getBoundingClientRect();
    const [top, bottom] = [Math.max(box.top, 0) + GAP, Math.min(box.bottom, innerHeight) - GAP];
    const frame = { left: box.left + GAP, top, width: box.width - 2 * GAP, height: bottom - top };
    const spots = [...parent.querySelectorAll("button, .hinted")]
      .filter((one) => !panel.contains(one))
      .map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        const [, weight = 0] = WEIGHTS.find(([selector]) => one.matches(selector)) ?? [];
        return { left, top, width, height, weight };
      });
    const corner = freestCorner(panel.getBoundingClientRect(), frame, spots);
    panel.style.inset = `${corner.top - box.top}px auto auto ${corner.left - box.left}px`;
  };
  const sizes = new ResizeObserver(place);
  sizes.observe(panel);
  sizes.observe(parent);
  return () => sizes.disconnect();
};
