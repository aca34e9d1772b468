import type { Schedule } from '#relay/backend/schedule/schedule.ts'
import { hashPhase, type Scheduler } from '#relay/backend/schedule/scheduler.ts'
import type { Work } from '#relay/backend/schedule/work.ts'

interface OwnedSchedulesOptions {
  readonly work: Pick<Work, 'owns'>
  readonly scheduler: Pick<Scheduler<unknown>, 'set' | 'remove' | 'soon' | 'findNextStart' | 'findRun'>
  /** Start of the last run in milliseconds, of the ids that have one. Called for ids that this relay takes over. */
  readonly readLastStarts: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>
  readonly now?: () => number
}

interface Wanted {
  readonly key: string
  readonly schedule: Schedule | undefined
}

/**
 * Only what this relay owns is scheduled. A start that no instance made before the work moved here is made up for
 * at once.
 */
export class OwnedSchedules {
  readonly #options: OwnedSchedulesOptions
  readonly #now: () => number
  readonly #wanted = new Map<string, Wanted>()
  readonly #scheduled = new Set<string>()

  constructor(options: OwnedSchedulesOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  get count(): number {
    return this.#scheduled.size
  }

  /** `key` names the work: what has the same key runs on the same relay. */
  set(id: string, schedule: Schedule | undefined, key = id): void {
    this.#wanted.set(id, { key, schedule })
    if (this.#options.work.owns(key)) this.#schedule(id, schedule)
  }

  remove(id: string): void {
    this.#wanted.delete(id)
    this.#unschedule(id)
  }

  soon(id: string): void {
    if (this.#scheduled.has(id)) this.#options.scheduler.soon(id)
  }

  findNextStart(id: string): number | undefined {
    if (this.#scheduled.has(id)) return this.#options.scheduler.findNextStart(id)
    return this.#wanted.get(id)?.schedule?.next(this.#now(), hashPhase(id))
  }

  findKey(id: string): string | undefined {
    return this.#wanted.get(id)?.key
  }

  /** `leave` is called for work that moved away; resolves when all of it has ended. */
  async settle(leave: (id: string) => Promise<void> | void = () => undefined): Promise<void> {
    const { work, scheduler, readLastStarts } = this.#options
    const ending: Promise<unknown>[] = []
    for (const [id, { key }] of this.#wanted) {
      if (!this.#scheduled.has(id) || work.owns(key)) continue
      ending.push(scheduler.findRun(id) ?? Promise.resolve())
      this.#unschedule(id)
      ending.push(Promise.resolve(leave(id)))
    }
    const gained = [...this.#wanted].flatMap(([id, { key }]) =>
      work.owns(key) && !this.#scheduled.has(id) ? [id] : [],
    )
    if (gained.length > 0) this.#take(gained, await readLastStarts(gained))
    await Promise.allSettled(ending)
  }

  #take(ids: readonly string[], lastStarts: ReadonlyMap<string, number>): void {
    const now = this.#now()
    for (const id of ids) {
      const wanted = this.#wanted.get(id)
      if (wanted === undefined || this.#scheduled.has(id) || !this.#options.work.owns(wanted.key)) continue
      const { schedule } = wanted
      this.#schedule(id, schedule)
      if (schedule === undefined) continue
      const last = lastStarts.get(id)
      if (last === undefined || schedule.next(Math.min(last, now), hashPhase(id)) <= now)
        this.#options.scheduler.soon(id)
    }
  }

  #schedule(id: string, schedule: Schedule | undefined): void {
    this.#scheduled.add(id)
    this.#options.scheduler.set(id, schedule)
  }

  #unschedule(id: string): void {
    if (this.#scheduled.delete(id)) this.#options.scheduler.remove(id)
  }
}
