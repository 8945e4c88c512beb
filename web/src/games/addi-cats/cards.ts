export const ACTION_CARDS = ["chase", "u-turn", "clock", "sumo", "trap", "gift"] as const;
