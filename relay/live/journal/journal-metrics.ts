import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { JournalState } from './journal.ts'

export const createJournalMetrics = (registry: Registry, state: () => JournalState) => {
  const registers = [registry]
  const gauge = (name: string, help: string, read: (now: JournalState) => number) =>
    new Gauge({
      name: `quarterdeck_journal_${name}`,
      help,
      registers,
      collect() {
        this.set(read(state()))
      },
    })
  gauge('feeds', 'Feeds recorded in the journal.', ({ feeds }) => feeds)
  gauge('feeds_elsewhere', 'Feeds recorded by another relay on the same database.', ({ elsewhere }) => elsewhere)
  gauge('pending', 'Entries waiting to be written.', ({ pending }) => pending)
  gauge('bytes', 'Size of the journal in bytes.', ({ bytes }) => bytes ?? 0)
  gauge('failing', '1 if journal writes fail, else 0.', ({ failure }) => (failure === null ? 0 : 1))
  const entries = new Counter({ name: 'quarterdeck_journal_entries_total', help: 'Entries written.', registers })
  const written = new Counter({
    name: 'quarterdeck_journal_written_bytes_total',
    help: 'Bytes of entries and keyframes written.',
    registers,
  })
  const seconds = new Histogram({
    name: 'quarterdeck_journal_write_seconds',
    help: 'Duration of journal writes.',
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  return {
    written: (tookMs: number, count: number, bytes: number) => {
      seconds.observe(tookMs / 1_000)
      entries.inc(count)
      written.inc(bytes)
    },
  }
}
