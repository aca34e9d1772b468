import type { LogLine } from '#shared/logs/log-routes.ts'

/** The newest lines of several answers, newest first; lines of one time stay in the order of their answer. */
export const newestOf = (answers: readonly (readonly LogLine[])[], limit: number): readonly LogLine[] =>
  answers
    .flat()
    .sort((one, other) => (one.timestamp < other.timestamp ? 1 : one.timestamp > other.timestamp ? -1 : 0))
    .slice(0, limit)
