import type { Colour } from "./cards";

/** What the signs and numbers of a colour are drawn with, readable on its paper. */
export const INKS: Record<Colour, string> = { P: "#a41e4d", B: "#174f96", G: "#24652b" };
export const PAPERS: Record<Colour, string> = { P: "#fbd9e1", B: "#d3e5f8", G: "#d9efcb" };

/** Around the origin, 22 wide. */
export const SHAPES: Record<Colour, string> = {
  P: "M0 11C-9 4 -12 -1 -10.500 -6C-9 -11 -2.500 -11 0 -6C2.500 -11 9 -11 10.500 -6C12 -1 9 4 0 11Z",
  B: "M0 -12C5 -5 9.500 -1 9.500 4A9.500 8 0 0 1 -9.500 4C-9.500 -1 -5 -5 0 -12Z",
  G: "M-1.500 3C-4 9 -11.500 8 -11 2C-10.800 -2 -8 -3.500 -5 -3C-8 -7 -5 -11.500 0 -11.500S8 -7 5 -3C8 -3.500 10.800 -2 11 2C11.500 8 4 9 1.500 3L3.500 11.500H-3.500Z",
};

/** The pattern of a colour's paper, on a card of 100 by 140: dots, waves, blades. */
export const PATTERNS: Record<Colour, { d: string; dots: boolean }> = {
  P: { d: rows(14, (y) => `M${y % 28 ? 8 : 15} ${y}H96`), dots: true },
  B: { d: rows(15, (y) => `M4 ${y}q7.500 -6 15 0t15 0t15 0t15 0t15 0t15 0`), dots: false },
  G: {
    d: rows(16, (y) =>
      [0, 1, 2, 3, 4, 5].map((i) => `M${10 + i * 16 + (y % 32 ? 0 : 8)} ${y}l-3.500 7m3.500 -7l3.500 7`).join(""),
    ),
    dots: false,
  },
};

function rows(step: number, row: (y: number) => string): string {
  return Array.from({ length: Math.floor(136 / step) }, (_, i) => row(step * (i + 1) - 3)).join("");
}
