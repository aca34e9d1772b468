import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import type { Database } from '#relay/database/database.ts'
import type { Part } from '#relay/http/status-routes.ts'
import type { TopicBinding } from '#relay/live/feeds/topic-binding.ts'
import { createJournalMetrics } from './journal-metrics.ts'
import { createJournal, type Journal, type JournalOptions } from './journal.ts'

interface Surroundings {
  readonly log: FastifyBaseLogger
  readonly metrics: Registry
}

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
    onFailure: (error) => log.warn({ err: error }, 'journal write failed, retrying'),
    onWritten: (...written) => journalMetrics.written(...written),
  })
  const journalMetrics = createJournalMetrics(metrics, journal.state)
  return journal
}

/** Not ready until the journal could be opened once; later write failures only degrade the relay. */
export const journalPart = (journal: Pick<Journal, 'state'>, database: Pick<Database, 'query'>): Part => {
  let isOpen = false
  const open = async () => {
    try {
      await database.query('select from journal.feeds limit 0')
      isOpen = true
    } catch (error) {
      throw new Error(`The journal could not be opened: ${toErrorMessage(error)}`, { cause: error })
    }
  }
  return {
    name: 'journal',
    isOptional: true,
    hasStarted: () => isOpen,
    check: async () => {
      if (!isOpen) await open()
      const { failure } = journal.state()
      if (failure !== null) throw new Error(`Journal write failed, retrying: ${failure}`)
    },
  }
}
