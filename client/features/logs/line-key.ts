import type { LogLine } from '#shared/logs/log-routes.ts'

/** A number of 32 bits for a text, the same everywhere. */
const hashText = (text: string): string => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** What a line is called in an address: when it was written, and what it says. Lines that read the same share it. */
export const lineKey = ({ timestamp, message }: LogLine): string => `${timestamp}~${hashText(message)}`

export interface KeyedLine {
  readonly line: LogLine
  readonly key: string
}

/** Lines with keys of their own, newest first: those that read the same are told apart by how many older ones there are. */
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

/** Lines that were read and lines that came since, newest first, without those that are in both. */
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
    .sort((one, other) => (one.timestamp < other.timestamp ? 1 : one.timestamp > other.timestamp ? -1 : 0))
    .slice(0, limit)
}
