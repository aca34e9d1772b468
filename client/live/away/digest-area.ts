import type { Span } from '#machines/live/away-machine.ts'
import type { JournalEntry } from '#shared/live/journal.ts'
import { differenceOf, type RowChange } from '#shared/live/row-change.ts'
import type { Topic } from '#shared/live/topic.ts'
import { readJournal, type JournalRecord } from '#client/api/journal.ts'
import type { LiveClient } from '#client/live/live-client.ts'

/** One line of the digest, which leads to its thing. */
export interface DigestLine {
  readonly key: string
  readonly state: 'healthy' | 'warning' | 'unhealthy' | 'unknown'
  readonly stale: boolean
  readonly name: string
  readonly text: string
  /** Milliseconds by the server's clock: when it happened, or with `isSince` from when on; null where that is not known. */
  readonly atMs: number | null
  readonly isSince: boolean
  readonly href: string
  /** Goes there without losing what the page shows now; without it the link does. */
  readonly onOpen?: () => void
}

/** What one area has to tell. */
export interface DigestNews {
  /** The parts of the headline: `3 checks turned unhealthy`, `1 recovered`. */
  readonly headline: readonly string[]
  readonly lines: readonly DigestLine[]
  /** Where only what changed is shown. */
  readonly onlyHref: string | null
}

/** Everything that is known of a topic over a span; times in milliseconds by the server's clock. */
export interface MissedRecord<Row> extends Span {
  /** Oldest first. */
  readonly changes: readonly RowChange<Row>[]
  /** As they are now; null where nothing is held. */
  readonly rows: ReadonlyMap<string, Row> | null
}

interface DigestGap extends Span {
  /** A sentence. */
  readonly reason: string
}

export interface AreaDigest {
  readonly news: DigestNews
  /** When nothing was recorded. */
  readonly gaps: readonly DigestGap[]
  /** Whether only the rows before and after could be compared. */
  readonly isDifference: boolean
}

export interface DigestArea {
  /**
   * Remembers what the tab holds now. The answer tells later what became of it over a span by the server's clock; null when
   * neither the journal nor the tab knows.
   */
  readonly remember: (client: LiveClient) => (span: Span, signal: AbortSignal) => Promise<AreaDigest | null>
}

const changeOf = <Row>(entry: JournalEntry, { row: schema }: Pick<Topic<never, Row>, 'row'>): RowChange<Row>[] => {
  if (entry.kind === 'gap') return []
  const read = (fields: unknown) => schema.safeParse(fields).data ?? null
  const after = entry.row === null ? null : read(entry.row)
  const before = entry.before === null ? null : read({ ...entry.row, ...entry.before })
  return [{ key: entry.entity, before, after, observedMs: Date.parse(entry.observedAt) }]
}

/** The first observation of all tells of every row for the first time: none of them came just then. */
const isBeginning = ({ before, observedMs }: RowChange<unknown>, { wholeFromMs }: JournalRecord) =>
  before === null && observedMs !== null && wholeFromMs !== null && observedMs <= wholeFromMs

const changesOf = <Row>(journal: JournalRecord, topic: Pick<Topic<never, Row>, 'row'>): RowChange<Row>[] =>
  journal.entries.flatMap((entry) => changeOf(entry, topic)).filter((change) => !isBeginning(change, journal))

const gapsOf = ({ entries, wholeFromMs }: JournalRecord, { fromMs, toMs }: Span): DigestGap[] => {
  const gaps = entries.flatMap((entry) => {
    if (entry.kind !== 'gap') return []
    const until = entry.until === null ? toMs : Date.parse(entry.until)
    const gap = { fromMs: Math.max(fromMs, Date.parse(entry.observedAt)), toMs: Math.min(toMs, until) }
    return gap.toMs > gap.fromMs ? [{ ...gap, reason: entry.reason }] : []
  })
  const begins = wholeFromMs ?? toMs
  if (begins <= fromMs) return gaps
  return [{ fromMs, toMs: Math.min(begins, toMs), reason: 'The record does not reach back so far.' }, ...gaps]
}

/** A topic without params as an area of the digest. `loadTell` brings the code that makes news of a record. */
export const digestArea = <Row>(
  topic: Topic<Record<string, never>, Row>,
  loadTell: () => Promise<(record: MissedRecord<Row>) => DigestNews>,
): DigestArea => {
  const held = (client: LiveClient) => {
    const { rows, observedAtMs } = client.topic(topic, {}).get()
    return observedAtMs === null ? null : rows
  }
  return {
    remember: (client) => {
      const before = held(client)
      return async (span, signal) => {
        const journal = await readJournal({ topic: topic.name, ...span, signal }).catch(() => null)
        const rows = held(client)
        if (journal === null && (before === null || rows === null)) return null
        const told = journal === null ? [] : changesOf(journal, topic)
        const known = new Set(told.map(({ key }) => key))
        const difference = before === null || rows === null ? [] : differenceOf(before, rows)
        const changes = [...difference.filter(({ key }) => !known.has(key)), ...told]
        return {
          news: (await loadTell())({ ...span, changes, rows }),
          gaps: journal === null ? [] : gapsOf(journal, span),
          isDifference: journal === null,
        }
      }
    },
  }
}
