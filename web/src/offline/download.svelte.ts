/** The action that waits for the games to be downloaded; null: none. */
export const movingIn = $state<{ wish: (() => void) | null }>({ wish: null });
