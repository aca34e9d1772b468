/** Begins the key of every question about incidents. */
export const incidentsKey = ['incidents'] as const
