import type { LogLine } from '#shared/logs/log-routes.ts'
import type { LogFilter, LogStream } from '#relay/backend/logs/log-source.ts'
import { createWaitingLines } from '#relay/backend/logs/waiting-lines.ts'
import { matchesText } from './line-matches.ts'
import { parseLine } from './line-text.ts'

const limits = { lines: 50_000, characters: 16_000_000 }
const batchLines = 1_000

export const parseStampedLine = (text: string, labels: LogLine['labels']): LogLine => {
  const end = text.indexOf(' ')
  const atMs = Date.parse(text.slice(0, end))
  const isStamped = end > 0 && !Number.isNaN(atMs)
  const { timestamp, message, labels: own } = parseLine(isStamped ? text.slice(end + 1) : text)
  return {
    timestamp: isStamped ? new Date(atMs).toISOString() : timestamp,
    message,
    labels: { ...own, ...labels },
  }
}

/**
 * For services that return the oldest line first: reads to the end of the time range and retains only the newest lines.
 */
export async function* newestFromForward(
  lines: AsyncIterable<LogLine>,
  filter: LogFilter,
  onCut: (lines: number) => void,
): LogStream {
  const matches = matchesText(filter)
  const waiting = createWaitingLines(limits)
  let batch: LogLine[] = []
  for await (const line of lines) {
    const atMs = Date.parse(line.timestamp)
    if (atMs > filter.toMs) break
    if (atMs >= filter.fromMs && matches(line)) batch.push(line)
    if (batch.length < batchLines) continue
    waiting.add(batch)
    batch = []
  }
  waiting.add(batch)
  const { lines: newest, isCut } = waiting.take()
  if (isCut) onCut(newest.length)
  yield newest.toReversed()
}

export async function* followed(lines: AsyncIterable<LogLine>, filter: LogFilter): LogStream {
  const matches = matchesText(filter)
  yield []
  for await (const line of lines) if (matches(line)) yield [line]
}
