export const SPEEDS = ["quick", "usual", "slow"] as const;
/** How long a bot takes at least, in milliseconds. The usual pace is the server's own. */
export const PACES = { quick: 150, slow: 1800 } as const;
