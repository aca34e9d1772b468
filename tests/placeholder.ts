/** Nothing yet. */
export const nothing = undefined
