/** What somebody wants to do who has to let the parlour move in first; null: nobody waits for that. */
export const movingIn = $state<{ wish: (() => void) | null }>({ wish: null });
