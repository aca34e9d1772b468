import type { Replica } from './feed-replication.ts'
import { nothing } from './feed-state.ts'
import type { FeedStore } from './feed-store.ts'
import { Superseded } from './poller.ts'
import type { SourceResponse } from './source.ts'
import { SourceFailure } from './source-failure.ts'

export type PollOutcome = 'changed' | 'same_rows' | 'same_body' | 'failed' | 'still_failing' | 'superseded'

interface FeedPollOptions<Row> {
  readonly load: (signal: AbortSignal) => Promise<SourceResponse>
  readonly parseRows: (body: string) => Row[]
  readonly store: FeedStore<Row>
  readonly replica: () => Replica
  readonly onAgainWithin: (ms: number) => void
  readonly onPoll: ((outcome: PollOutcome, error?: unknown) => void) | undefined
  readonly now: () => number
}

export const sourceTimeoutMs = 10_000

const describeFailure = (error: unknown): string => {
  if (error instanceof SourceFailure) return error.message
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return `The backend did not respond within ${sourceTimeoutMs / 1_000} seconds.`
  }
  return 'The backend returned an invalid response.'
}

export class FeedPoll<Row> {
  readonly #options: FeedPollOptions<Row>
  /** The body whose rows equal those of the store; null when uncertain. */
  #body: string | null = null

  constructor(options: FeedPollOptions<Row>) {
    this.#options = options
  }

  forget(): void {
    this.#body = null
  }

  async run(signal: AbortSignal): Promise<void> {
    const { load, onAgainWithin, onPoll } = this.#options
    try {
      const response = await load(signal)
      onAgainWithin(response.againWithinMs ?? Infinity)
      const outcome = await this.#takeOver(response)
      onPoll?.(outcome)
    } catch (error) {
      if (signal.reason instanceof Superseded) onPoll?.('superseded')
      else this.#fail(error, signal)
      throw error
    }
  }

  #fail(error: unknown, signal: AbortSignal): void {
    const { store, replica, onPoll, now } = this.#options
    const known = store.outage()
    onPoll?.(known === null ? 'failed' : 'still_failing', error)
    const cause: unknown = signal.aborted ? signal.reason : error
    const isDenied = cause instanceof SourceFailure && cause.status === 403
    if (known !== null && (known.isDenied ?? false) === isDenied) return
    const outage = { sinceMs: now(), reason: describeFailure(cause), ...(isDenied && { isDenied }) }
    store.fail(outage)
    replica().publish({ kind: 'failed', ...outage })
  }

  async #takeOver(response: SourceResponse): Promise<PollOutcome> {
    const { store, parseRows, replica } = this.#options
    const { body, observedAtMs: atMs } = response
    const isSameBody = body === this.#body
    const change = isSameBody ? null : store.changeTo(parseRows(body))
    if (change === null && store.observedAtMs() !== null) {
      this.#body = body
      store.observe(atMs)
      replica().publish({ kind: 'observed', atMs })
      return isSameBody ? 'same_body' : 'same_rows'
    }
    const { epoch, version: from } = store.position()
    const version = from + 1
    const { put, drop } = change ?? nothing
    const isTrue = await replica().propose({ epoch, from, version, observedAtMs: atMs, put, drop })
    const at = store.position()
    if (!isTrue || at.epoch !== epoch || at.version !== from || store.isStopped()) {
      this.#body = null
      return 'superseded'
    }
    this.#body = body
    store.commit({ put, drop }, version, atMs)
    replica().applied()
    return change === null ? 'same_rows' : 'changed'
  }
}
