import { compareText } from '#shared/primitives/compare-text.ts'
import type { LogLine } from '#shared/logs/log-routes.ts'

/** Not cryptographic. Keys are part of shared links, so the result must not change. */
const hashText = (text: string): string => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(36)
}

export const lineKey = ({ timestamp, message }: LogLine): string => `${timestamp}~${hashText(message)}`

export interface KeyedLine {
  readonly line: LogLine
  readonly key: string
}

/** Newest first. Identical lines are numbered from the oldest, so that keys stay stable. */
export const withKeys = (lines: readonly LogLine[]): readonly KeyedLine[] => {
  const older = new Map<string, number>()
  return lines
    .toReversed()
    .map((line) => {
      const text = `${line.timestamp} ${line.message}`
      const count = older.get(text) ?? 0
      older.set(text, count + 1)
      return { line, key: `${count} ${text}` }
    })
    .toReversed()
}

const toIdentity = ({ timestamp, message, labels }: LogLine): string =>
  `${timestamp} ${labels['file'] ?? ''} ${message}`

export const joinLines = (
  read: readonly LogLine[],
  streamed: readonly LogLine[],
  limit: number,
): readonly LogLine[] => {
  if (streamed.length === 0) return read
  const counts = new Map<string, number>()
  for (const line of streamed) counts.set(toIdentity(line), (counts.get(toIdentity(line)) ?? 0) + 1)
  const others = read.filter((line) => {
    const count = counts.get(toIdentity(line)) ?? 0
    counts.set(toIdentity(line), count - 1)
    return count <= 0
  })
  return [...streamed.toReversed(), ...others]
    .sort((one, other) => compareText(other.timestamp, one.timestamp))
    .slice(0, limit)
}
