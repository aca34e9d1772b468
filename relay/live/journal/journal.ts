import { randomUUID } from 'node:crypto'
import type { JournalPage } from '#shared/live/journal.ts'
import { toErrorMessage, toError } from '#shared/primitives/thrown-error.ts'
import type { Database } from '#relay/database/database.ts'
import { wholeRetention, type RetentionShare } from '#relay/database/retention-share.ts'
import type { FeedRecorder } from '#relay/live/feeds/feed-recorder.ts'
import { createJournalStore } from './journal-store.ts'
import { createJournalRecorder, leasedIds } from './journal-recorder.ts'
import { createJournalWriter } from './journal-writer.ts'
import type { JournalledFeed } from './journalled-feed.ts'
import type { JournalledTopic } from '#relay/live/feeds/feed-recorder.ts'
import { readPage, type PageQuery } from './read-page.ts'
import { startRetention, type Retention } from './retention.ts'
import { createWriteSchedule } from './write-schedule.ts'
import { nextWriterState, working, type WriterState } from './writer-state.ts'

export interface JournalOptions {
  readonly database: Database
  readonly topics: ReadonlyMap<string, JournalledTopic>
  readonly onFailure?: (error: Error) => void
  readonly onWritten?: (tookMs: number, entries: number, bytes: number) => void
  readonly now?: () => number
  readonly retention: Retention
  readonly retentionShare?: RetentionShare | undefined
  readonly gatherMs?: number
  readonly heartbeatMs?: number
  readonly mostPending?: number
}

export interface JournalState {
  readonly failure: string | null
  readonly elsewhere: number
  readonly feeds: number
  readonly pending: number
  readonly bytes: number | null
}

export interface Journal extends FeedRecorder {
  /** Includes all changes reported before the call, unless the journal cannot be written. */
  readonly page: (feedKey: string, query: PageQuery) => Promise<JournalPage>
  readonly state: () => JournalState
  readonly flush: () => Promise<void>
  readonly sweep: () => Promise<void>
  readonly close: () => Promise<void>
}

const heartbeatsMissed = 3

export const createJournal = (options: JournalOptions): Journal => {
  const { database, topics, onFailure, onWritten, now = Date.now } = options
  const { gatherMs = 200, heartbeatMs = 5_000, mostPending = 10_000 } = options
  const store = createJournalStore({ database, writer: randomUUID(), leaseMs: heartbeatMs * heartbeatsMissed })
  const feeds = new Map<string, JournalledFeed>()
  let writer: WriterState = working

  const fail = (kind: 'failed' | 'unswept', error: unknown) => {
    if (writer.kind === 'working') onFailure?.(toError(error))
    writer = nextWriterState(writer, { kind, reason: toErrorMessage(error) })
  }
  const retention = startRetention({
    database,
    retention: options.retention,
    share: options.retentionShare ?? wholeRetention,
    everyMs: 60_000,
    onFailure: (error) => fail('unswept', error),
    now,
  })
  const write = createJournalWriter({
    store,
    topics,
    feeds,
    heartbeatMs,
    now,
    onWritten: (tookMs, entries, bytes) => {
      retention.added(bytes)
      onWritten?.(tookMs, entries, bytes)
    },
  })

  const pending = () => [...feeds.values()].reduce((sum, feed) => sum + feed.pending, 0)
  const schedule = createWriteSchedule(async () => {
    try {
      await write()
      writer = nextWriterState(writer, { kind: 'written' })
    } catch (error) {
      fail('failed', error)
    }
    if (writer.kind === 'failing') return writer.retryMs
    return pending() > 0 && leasedIds(feeds.values()).length > 0 ? gatherMs : heartbeatMs
  })
  schedule.soon(heartbeatMs)
  const recorder = createJournalRecorder({
    store,
    topics,
    feeds,
    mostPending,
    onPending: () => {
      if (writer.kind === 'working') schedule.soon(gatherMs)
    },
    write: schedule.now,
    now,
  })

  return {
    ...recorder,
    state: () => ({
      failure: writer.kind === 'failing' ? writer.reason : null,
      elsewhere: [...feeds.values()].filter(({ ownership }) => ownership.kind === 'elsewhere').length,
      feeds: feeds.size,
      pending: pending(),
      bytes: retention.bytes(),
    }),
    page: async (feedKey, query) => {
      await (pending() > 0 && writer.kind === 'working' ? schedule.now() : schedule.settled())
      return readPage(database, feedKey, query)
    },
    sweep: retention.run,
    close: async () => {
      await retention.stop()
      await recorder.close()
      schedule.stop()
    },
  }
}
