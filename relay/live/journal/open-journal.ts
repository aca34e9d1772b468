import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import type { TopicBinding } from '#relay/live/feeds/topic-binding.ts'
import { createJournalMetrics } from './journal-metrics.ts'
import { createJournal, type Journal, type JournalOptions } from './journal.ts'

interface Surroundings {
  readonly log: FastifyBaseLogger
  readonly metrics: Registry
}

/** The journal of a relay, with its place in the log and in the metrics. */
export const openJournal = (
  { database, retention, retentionShare }: Pick<JournalOptions, 'database' | 'retention' | 'retentionShare'>,
  topics: readonly TopicBinding[],
  { log, metrics }: Surroundings,
): Journal => {
  const journalled = topics.flatMap(({ name, journalled: about }) => (about === null ? [] : [[name, about] as const]))
  const journal = createJournal({
    database,
    retention,
    retentionShare,
    topics: new Map(journalled),
    onFailure: (error) => log.warn({ err: error }, 'the journal cannot be written; it is tried again by itself'),
    onWritten: (...written) => told.written(...written),
  })
  const told = createJournalMetrics(metrics, journal.state)
  return journal
}

/** For `/readyz`: the relay serves on without its journal. */
export const journalPart = (journal: Journal) => ({
  name: 'journal',
  isSpare: true,
  check: async () => {
    const { failure } = journal.state()
    if (failure !== null) throw new Error(`What is observed cannot be written down: ${failure}`)
  },
})
