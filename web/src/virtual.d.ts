declare module "virtual:words/languages" {
  export const languages: Record<string, () => Promise<{ default: Record<string, string> }>>;
  /** What only some pages say. */
  export const rest: Record<string, () => Promise<{ default: Record<string, string> }>>;
  /** What the table of each game says, by game. */
  export const ofGames: Record<string, Record<string, () => Promise<{ default: Record<string, string> }>>>;
  /** What each language calls itself. */
  export const names: Record<string, string>;
}
declare module "virtual:words/*" {
  const catalogue: Record<string, string>;
  export default catalogue;
}
