import type { FastifyBaseLogger } from 'fastify'
import type { CheckBlocks } from '#relay/backend/checks/engine/check-blocks.ts'
import type { CheckBook } from '#relay/backend/checks/store/check-book.ts'
import {
  noticeSchema,
  readResults,
  resultChannel,
  type ResultNotice,
} from '#relay/backend/checks/store/result-notices.ts'
import { readHistories } from '#relay/backend/checks/store/status-store.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import type { Database } from '#relay/database/database.ts'
import { listenForMessages } from '#relay/database/listen-messages.ts'

interface ResultsElsewhereOptions {
  readonly database: Database
  readonly relayId: string
  readonly book: CheckBook
  readonly blocks: Pick<CheckBlocks, 'update'>
  readonly reconcile: () => Promise<void>
  readonly onChange: OnChange
  readonly log: FastifyBaseLogger
}

/** Keeps the list of checks in line with results that other relay instances stored. */
export class ResultsElsewhere {
  readonly #options: ResultsElsewhereOptions
  #waiting: [string, number][] = []
  #isUrgent = false
  #work: Promise<void> = Promise.resolve()
  #unlisten: (() => Promise<void>) | undefined

  constructor(options: ResultsElsewhereOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { database, log } = this.#options
    this.#unlisten = await listenForMessages(database, {
      channel: resultChannel,
      schema: noticeSchema,
      log,
      onMessage: (notice) => this.#take(notice),
      onGap: () => void this.renew(),
    })
  }

  async stop(): Promise<void> {
    await this.#unlisten?.()
    await this.#work
  }

  /** Reads all recent results of the checks again, or of all checks. */
  renew(ids?: readonly string[]): Promise<void> {
    return this.#after(async () => {
      const { database, book } = this.#options
      const histories = await readHistories(database, Date.now(), ids)
      for (const [id, history] of histories) book.get(id)?.renew(history)
      this.#report([...histories.keys()])
    })
  }

  #take({ from, isUrgent, results }: ResultNotice): void {
    if (from === this.#options.relayId) return
    const isFirst = this.#waiting.length === 0
    this.#waiting.push(...results)
    this.#isUrgent ||= isUrgent
    if (isFirst) void this.#after(() => this.#observe())
  }

  async #observe(): Promise<void> {
    const { database, book, reconcile } = this.#options
    const [results, isUrgent] = [this.#waiting, this.#isUrgent]
    this.#waiting = []
    this.#isUrgent = false
    const histories = await readResults(database, results)
    const unknown = [...histories.keys()].filter((id) => book.get(id) === undefined)
    for (const [id, history] of histories) book.get(id)?.observe(history)
    this.#report([...histories.keys()], isUrgent)
    if (unknown.length === 0) return
    await reconcile()
    await this.#renewNew(unknown)
  }

  async #renewNew(ids: readonly string[]): Promise<void> {
    const { database, book } = this.#options
    for (const [id, history] of await readHistories(database, Date.now(), ids)) book.get(id)?.renew(history)
    this.#report(ids)
  }

  #report(ids: readonly string[], isUrgent = false): void {
    const { book, blocks, onChange } = this.#options
    for (const id of ids) {
      const check = book.get(id)
      if (check !== undefined) blocks.update(check)
    }
    for (const relation of ['check_statuses', 'checks']) onChange({ relation, ids, isUrgent, isLocal: true })
  }

  #after(work: () => Promise<void>): Promise<void> {
    const { log } = this.#options
    this.#work = this.#work
      .then(work)
      .catch((error: unknown) => log.warn({ err: error }, 'results of other relay instances not read'))
    return this.#work
  }
}
