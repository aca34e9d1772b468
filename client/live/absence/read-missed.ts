import type { Span } from '#machines/live/absence-machine.ts'
import type { JournalEntry } from '#shared/live/journal.ts'
import { listRowChanges, type RowChange } from '#shared/live/row-change.ts'
import type { Topic } from '#shared/live/topic.ts'
import { readJournal, type JournalRecord } from '#client/api/journal.ts'
import type { DigestGap, MissedRecord } from '#client/live/absence/digest-area.ts'

interface ReadMissedOptions<Row> {
  readonly topic: Pick<Topic<Record<string, never>, Row>, 'name' | 'row'>
  readonly span: Span
  readonly signal: AbortSignal
  readonly before: ReadonlyMap<string, Row> | null
  readonly now: () => ReadonlyMap<string, Row> | null
}

interface Missed<Row> {
  readonly record: MissedRecord<Row>
  readonly gaps: readonly DigestGap[]
  readonly isDifference: boolean
}

const toChanges = <Row>(entry: JournalEntry, { row: schema }: Pick<Topic<never, Row>, 'row'>): RowChange<Row>[] => {
  if (entry.kind === 'gap') return []
  const read = (fields: unknown) => schema.safeParse(fields).data ?? null
  const after = entry.row === null ? null : read(entry.row)
  const before = entry.before === null ? null : read({ ...entry.row, ...entry.before })
  return [{ key: entry.entity, before, after, observedMs: Date.parse(entry.observedAt) }]
}

/** The first observation reports every row as new; none of them is a change. */
const isBeginning = ({ before, observedMs }: RowChange<unknown>, { wholeFromMs }: JournalRecord) =>
  before === null && observedMs !== null && wholeFromMs !== null && observedMs <= wholeFromMs

const listChanges = <Row>(journal: JournalRecord, topic: Pick<Topic<never, Row>, 'row'>): RowChange<Row>[] =>
  journal.entries.flatMap((entry) => toChanges(entry, topic)).filter((change) => !isBeginning(change, journal))

const listGaps = ({ entries, wholeFromMs }: JournalRecord, { fromMs, toMs }: Span): DigestGap[] => {
  const gaps = entries.flatMap((entry) => {
    if (entry.kind !== 'gap') return []
    const until = entry.until === null ? toMs : Date.parse(entry.until)
    const gap = { fromMs: Math.max(fromMs, Date.parse(entry.observedAt)), toMs: Math.min(toMs, until) }
    return gap.toMs > gap.fromMs ? [{ ...gap, reason: entry.reason }] : []
  })
  const begins = wholeFromMs ?? toMs
  if (begins <= fromMs) return gaps
  return [{ fromMs, toMs: Math.min(begins, toMs), reason: 'The history does not go back that far.' }, ...gaps]
}

export const readMissed = async <Row>(options: ReadMissedOptions<Row>): Promise<Missed<Row> | null> => {
  const { topic, span, signal, before, now } = options
  const journal = await readJournal({ topic: topic.name, ...span, signal }).catch(() => null)
  const rows = now()
  if (journal === null && (before === null || rows === null)) return null
  const journalled = journal === null ? [] : listChanges(journal, topic)
  const known = new Set(journalled.map(({ key }) => key))
  const difference = before === null || rows === null ? [] : listRowChanges(before, rows)
  const changes = [...difference.filter(({ key }) => !known.has(key)), ...journalled]
  return {
    record: { ...span, changes, rows },
    gaps: journal === null ? [] : listGaps(journal, span),
    isDifference: journal === null,
  }
}
