const DAY = 24 * 60 * 60 * 1000;

/** When something was, as short as it can be said: the time of today, the day of the week, or the date. */
export function moment(at: number, now: number, language: string): string {
  const then = new Date(at);
  const today = new Date(now).toDateString() === then.toDateString();
  if (today) return new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit" }).format(then);
  if (now - at < 6 * DAY) return new Intl.DateTimeFormat(language, { weekday: "long" }).format(then);
  const year = new Date(now).getFullYear() !== then.getFullYear();
  return new Intl.DateTimeFormat(language, {
    day: "numeric",
    month: "short",
    ...(year ? { year: "numeric" as const } : {}),
  }).format(then);
}
