import { setMaxListeners } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import { followSource, type FollowOptions } from '#relay/backend/scrapers/follow-source.ts'
import type { ScraperInForce, SourceRead } from '#relay/backend/scrapers/run-scraper.ts'
import type { Work } from '#relay/backend/schedule/work.ts'
import { WatchExpired } from '#relay/backend/scrapers/scraper-kind.ts'
import { linkSignal } from '#relay/time-limit.ts'

interface FollowersOptions {
  readonly deps: FollowOptions['deps']
  readonly guard: Work['guard']
  readonly runSoon: (id: string) => void
  readonly onError: (scraper: ScraperInForce, message: string) => void
  readonly log: FastifyBaseLogger
}

interface Followed {
  readonly end: () => void
  readonly ended: Promise<unknown>
}

const [firstRetryMs, longestRetryMs] = [1_000, 5 * 60_000]
const wellAfterMs = 60_000

/** After an error it reads the source again, with a delay that doubles each time. */
export class Followers {
  readonly #options: FollowersOptions
  readonly #followed = new Map<string, Followed>()
  readonly #retries = new Map<string, NodeJS.Timeout>()
  readonly #failures = new Map<string, number>()

  constructor(options: FollowersOptions) {
    this.#options = options
  }

  begin(scraper: ScraperInForce, reads: readonly SourceRead[]): void {
    const { id, name, spec } = scraper
    const { deps, log } = this.#options
    const watched = reads.filter(({ source }) => source.scraper.watch !== undefined)
    if (!spec.isFollowed || watched.length === 0 || deps.signal.aborted) return
    if (watched.some(({ isReached }) => !isReached)) {
      this.#retry(id)
      return
    }
    const begun = Date.now()
    const { signal, abort, release } = linkSignal(deps.signal)
    setMaxListeners(0, signal)
    const end = () => abort(new Error('No longer followed'))
    const reported = new Set<string>()
    const onError = (message: string) => {
      if (reported.has(message)) return
      reported.add(message)
      this.#options.onError(scraper, message)
    }
    const database = this.#options.guard(id)
    const ended = Promise.allSettled(
      watched
        .filter(({ positions }) => positions.size > 0)
        .map((read) =>
          followSource({ scraper, read, deps: { ...deps, database, signal }, onError }).catch((error: unknown) => {
            if (signal.aborted) return
            end()
            if (Date.now() - begun > wellAfterMs) this.#failures.delete(id)
            if (error instanceof WatchExpired)
              log.info({ scraper: name, reason: error.message }, 'watch expired, scraping everything again')
            else log.warn({ err: error, scraper: name }, 'watch failed, scraping everything again')
            this.#retry(id)
          }),
        ),
    ).finally(release)
    this.#followed.set(id, { end, ended })
  }

  /** Resolves after the last write. */
  async end(id: string): Promise<void> {
    clearTimeout(this.#retries.get(id))
    this.#retries.delete(id)
    const followed = this.#followed.get(id)
    this.#followed.delete(id)
    followed?.end()
    await followed?.ended
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#followed.keys(), ...this.#retries.keys()].map((id) => this.end(id)))
  }

  async forget(id: string): Promise<void> {
    this.#failures.delete(id)
    await this.end(id)
  }

  #retry(id: string): void {
    const failures = this.#failures.get(id) ?? 0
    this.#failures.set(id, failures + 1)
    clearTimeout(this.#retries.get(id))
    const afterMs = Math.min(longestRetryMs, firstRetryMs * 2 ** failures)
    this.#retries.set(
      id,
      setTimeout(() => this.#options.runSoon(id), afterMs),
    )
  }
}
