import { optional } from "../words/index.svelte";

// The actions of any game, from their notation: `keep 3 3 5` is an action of the kind `keep`.

import { groupBy } from "../ui/group-by";

/** An action as its button says it. */
export function plainLabel(action: string): string {
  return action.charAt(0).toUpperCase() + action.slice(1);
}

/** The same in the words that a game has for it: `<game>.action.<notation>`. */
export function actionWords(game: string, action: string): string {
  return optional(`${game}.action.${action}`) ?? plainLabel(action);
}

/** The actions by kind, in the order in which they come; a game with few actions has one group without a name. */
export function grouped(legal: string[], few = 8): [string, string[]][] {
  if (legal.length <= few) return [["", legal]];
  const groups = groupBy(legal, (action) => action.split(" ")[0] ?? "");
  return groups.size < legal.length ? [...groups] : [["", legal]];
}
