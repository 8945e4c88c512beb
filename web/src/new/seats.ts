import type { GameInfo, SeatWanted } from "../wire";

/** Who shall sit on a seat: you, a friend who gets the link, somebody beside you on this device, or a bot. */
export interface Choice {
  kind: "you" | "open" | "here" | "bot";
  level: string;
  name: string;
}

/** The seats as the server wants them. */
export function wantedSeats(choices: Choice[], host: string): SeatWanted[] {
  return choices.map((choice, seat) => {
    if (choice.kind === "you") return { kind: "person", name: host };
    if (choice.kind === "here") return { kind: "person", name: choice.name.trim() || `${host} ${seat + 1}` };
    if (choice.kind === "bot") return { kind: "bot", level: choice.level };
    return { kind: "open" };
  });
}

/** The list for another number of seats: those there are stay, new ones are of this kind. */
export function resized(choices: Choice[], count: number, kind: "open" | "here" = "open"): Choice[] {
  const more = Array.from({ length: Math.max(0, count - choices.length) }, (): Choice => ({
    kind,
    level: "",
    name: "",
  }));
  return [...choices.slice(0, count), ...more];
}

/** The default number of seats: two, or the nearest possible number. */
export function plainCount({ seats }: Pick<GameInfo, "seats">): number {
  return seats.toSorted((one, other) => Math.abs(one - 2) - Math.abs(other - 2) || other - one)[0] ?? 1;
}

/** The default bots for one tap. */
export function plainRivals(info: Pick<GameInfo, "seats" | "default_level">): string[] {
  return Array.from({ length: plainCount(info) - 1 }, () => info.default_level);
}
