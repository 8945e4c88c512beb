// The picture that src/purrlor/page/meow.py paints.

export type Colour = "P" | "B" | "G";

export interface Card { card: string; colour: Colour; rank: number }
export interface HandCard extends Card { legal: boolean }
export interface Played extends Card { seat: number }
export interface Trick { plays: Played[]; winner: number; token: string; one_beat_eighteen: boolean }

export interface Pile {
  tokens: string[];
  bowls: number[];
  bowls_sum: number;
  fishbones: number[];
  fishbones_sum: number;
  discarded: number[];
  fish: number;
  spare_fish: number;
  vases: number;
  vases_cost: number;
  total: number;
}

export interface MeowView {
  seats: number;
  hand: HandCard[];
  trick: Played[];
  led: Colour | null;
  leader: number | null;
  turn: number | null;
  winning: number | null;
  trump: Colour;
  holder: number | null;
  row: string[];
  box: string[];
  tricks: Trick[];
  voids: Colour[][];
  cards_left: number[];
  round: number;
  rounds: number;
  piles: Pile[];
  removed: number[];
  over: boolean;
}
