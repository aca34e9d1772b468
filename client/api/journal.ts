import { journalPageMax, journalRoute, type JournalEntry } from '#shared/live/journal.ts'
import { call } from './call.ts'

interface JournalSpan {
  readonly topic: string
  readonly fromMs: number
  readonly toMs: number
  readonly signal?: AbortSignal | undefined
}

export interface JournalRecord {
  readonly entries: readonly JournalEntry[]
  /** The record is complete from here on, in server time in milliseconds; null when unknown. */
  readonly wholeFromMs: number | null
}

const pagesMax = 5

export const readJournal = async ({ topic, fromMs, toMs, signal }: JournalSpan): Promise<JournalRecord> => {
  const entries: JournalEntry[] = []
  const span = {
    topic,
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    limit: String(journalPageMax),
  }
  let cursor: string | undefined
  let wholeFromMs: number | null = null
  for (let page = 0; page < pagesMax; page++) {
    const query = { ...span, cursor }
    const data = await call(journalRoute, { query, signal })
    entries.push(...data.entries)
    wholeFromMs = data.reachesBackTo === null ? null : Date.parse(data.reachesBackTo)
    if (data.next === null) return { entries: entries.toReversed(), wholeFromMs }
    cursor = data.next
  }
  const oldest = entries.at(-1)
  return {
    entries: entries.toReversed(),
    wholeFromMs: oldest === undefined ? wholeFromMs : Date.parse(oldest.observedAt),
  }
}
