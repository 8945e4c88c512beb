// What the server sends of Addi Cat's, as in src/purrlor/page/addi_cats.py.

export interface Card { kind: "addition" | "sum" | "action"; text: string; numbers: number[] }
export interface Place { owner: number; face_down: number; open: number; top: Card[]; shown_at: number }
export interface Hit { seat: number; part: string; after: number }
export interface Correction { total: number; additions: [number, number][] }
export interface Verdict { note: Record<string, any>; correction: Correction | null }
export interface View {
  phase: "first" | "deal" | "look" | "turn" | "count" | "chase" | "trap" | "decide" | "last_call" | "over";
  timed: boolean; places: Place[]; up: number | null; turn: number | null; direction: number; now: number;
  deadline: number | null; window: number | null; hits: Hit[]; tied: number[]; decided: boolean[]; decision: boolean | null;
  called: { place: number; owner: number; card: string } | null; sumo: boolean; excused: number[]; verdict: Verdict[];
  left: number[]; won: number[][]; numbers_up_to: number; cards_turned: number; over: boolean;
}

export const ACTION_CARDS = ["chase", "u-turn", "clock", "sumo", "trap", "gift"];
