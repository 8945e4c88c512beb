import type { GameInfo, OptionInfo } from "../wire";

export type Options = Record<string, string>;

/** What is sent: options that differ from their defaults. */
export function changedOptions(info: Pick<GameInfo, "options">, options: Options): Options {
  const defaults = new Map(info.options.map((option: OptionInfo) => [option.name, option.default]));
  return Object.fromEntries(Object.entries(options).filter(([name, value]) => defaults.get(name) !== value));
}
