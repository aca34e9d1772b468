import type { LogLine } from '#shared/logs/log-routes.ts'

/** An answer ends with the line that brings it to so many letters: few lines may be very long. */
export const lettersMax = 4_000_000

export const lettersOf = ({ message, labels }: LogLine): number =>
  Object.entries(labels).reduce((sum, [name, value]) => sum + name.length + value.length, message.length)

/** The newest lines of several answers that fit into one, newest first; lines of one time stay in the order of their answer. */
export const newestOf = (answers: readonly (readonly LogLine[])[], limit: number): readonly LogLine[] => {
  const newest = answers
    .flat()
    .sort((one, other) => (one.timestamp < other.timestamp ? 1 : one.timestamp > other.timestamp ? -1 : 0))
    .slice(0, limit)
  let letters = 0
  const end = newest.findIndex((line) => (letters += lettersOf(line)) >= lettersMax)
  return end === -1 ? newest : newest.slice(0, end + 1)
}
