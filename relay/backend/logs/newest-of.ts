import type { LogLine } from '#shared/logs/log-routes.ts'
import type { LogQuestion, LogStream } from './log-source.ts'
import { matchesFields } from './matches-fields.ts'

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

/** The newest lines of one log that are wanted: it is read no further than that. */
const newestIn = async (stream: LogStream, question: LogQuestion): Promise<readonly LogLine[]> => {
  const found: LogLine[] = []
  let letters = 0
  for await (const batch of stream) {
    for (const line of batch) {
      if (!matchesFields(line.labels, question)) continue
      found.push(line)
      letters += lettersOf(line)
      if (found.length >= question.limit || letters >= lettersMax) return found
    }
  }
  return found
}

/** The newest lines of all logs of a place. */
export const newestLines = async (
  streams: AsyncIterable<LogStream>,
  question: LogQuestion,
): Promise<readonly LogLine[]> => {
  let lines: readonly LogLine[] = []
  for await (const stream of streams) lines = newestOf([lines, await newestIn(stream, question)], question.limit)
  return lines
}
