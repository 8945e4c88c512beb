const DAY = 24 * 60 * 60 * 1000;

/** The format of dates: that of the browser's region where it speaks the language of the page (en-GB: 14:36). */
export function dated(language: string, browser: readonly string[]): string {
  return browser.find((tag) => tag.split("-")[0] === language) ?? language;
}

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
