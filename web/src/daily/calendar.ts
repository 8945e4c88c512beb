const DAY = 24 * 60 * 60 * 1000;

/** A day of the challenge is a day of UTC: `2026-11-16`. */
export const millis = (day: string): number => Date.parse(`${day}T00:00:00Z`);
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
export const daysLater = (day: string, days: number): string => dayOf(millis(day) + days * DAY);

/** The weeks up to the one with `today`, each from Monday to Sunday. */
export function weeks(today: string, count: number): string[][] {
  const monday = daysLater(today, -((new Date(millis(today)).getUTCDay() + 6) % 7));
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => daysLater(monday, 7 * (week - count + 1) + day)),
  );
}

/** A date in words, in the reader's language. */
export function dateWords(day: string, language: string, weekday = false): string {
  return new Intl.DateTimeFormat(language, {
    day: "numeric",
    month: "long",
    ...(weekday ? { weekday: "long" as const } : {}),
    timeZone: "UTC",
  }).format(millis(day));
}

/** How long is left, as hours and minutes. */
export function left(until: number, now: number): { hours: number; minutes: number } {
  const minutes = Math.max(0, Math.ceil((until - now) / 60_000));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
