import { compareText } from '#shared/primitives/compare-text.ts'
import type { LogLine } from '#shared/logs/log-routes.ts'
import type { LogFilter, LogStream } from './log-source.ts'
import { matchesFields } from './matches-fields.ts'

/** A result ends with the line that reaches this size: single lines may be very long. */
export const charactersMax = 4_000_000

export const countCharacters = ({ message, labels }: LogLine): number =>
  Object.entries(labels).reduce((sum, [name, value]) => sum + name.length + value.length, message.length)

export const mergeNewest = (results: readonly (readonly LogLine[])[], limit: number): readonly LogLine[] => {
  const newest = results
    .flat()
    .sort((one, other) => compareText(other.timestamp, one.timestamp))
    .slice(0, limit)
  let characters = 0
  const end = newest.findIndex((line) => (characters += countCharacters(line)) >= charactersMax)
  return end === -1 ? newest : newest.slice(0, end + 1)
}

const newestIn = async (stream: LogStream, filter: LogFilter): Promise<readonly LogLine[]> => {
  const found: LogLine[] = []
  let characters = 0
  for await (const batch of stream) {
    for (const line of batch) {
      if (!matchesFields(line.labels, filter)) continue
      found.push(line)
      characters += countCharacters(line)
      if (found.length >= filter.limit || characters >= charactersMax) return found
    }
  }
  return found
}

export const newestLines = async (
  streams: AsyncIterable<LogStream>,
  filter: LogFilter,
): Promise<readonly LogLine[]> => {
  let lines: readonly LogLine[] = []
  for await (const stream of streams) lines = mergeNewest([lines, await newestIn(stream, filter)], filter.limit)
  return lines
}
