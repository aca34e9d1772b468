export const incidentsKey = ['incidents'] as const
