import type { Clock } from '#relay/backend/schedule/clock.ts'
import { Lanes, defaultLaneLimits, type LaneLimits, type Work } from '#relay/backend/schedule/lanes.ts'
import type { Schedule } from '#relay/backend/schedule/schedule.ts'
import { TimerHeap } from '#relay/backend/schedule/timer-heap.ts'

/** FNV-1a, from 0 up to 1. Stable per id, so that schedules keep their offset across restarts. */
export const hashPhase = (id: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  }
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x45d9f3b)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

export interface SchedulerOptions<Result> {
  readonly clock: Clock
  readonly run: (id: string) => Promise<Result>
  readonly onMissed?: (id: string) => void
  readonly onStart?: (id: string, lateMs: number) => void
  readonly canStart?: () => boolean
  readonly limits?: LaneLimits
}

interface Entry<Result> {
  readonly id: string
  readonly phase: number
  schedule: Schedule | undefined
  tick: Tick<Result> | undefined
  waiting: Work | undefined
  running: Promise<Result> | undefined
  /** True when the current run belongs to a tick; an extra run takes over the first tick that occurs during it. */
  isTicks: boolean
  tookMs: number
}
interface Tick<Result> {
  readonly due: number
  readonly entry: Entry<Result>
}

const jumpMs = 2_000
const longestSleepMs = 30_000
const fewTicks = 64

/** One timer for all. After a clock change or system sleep everything is rescheduled from now. */
export class Scheduler<Result> {
  readonly #options: SchedulerOptions<Result>
  readonly #clock: Clock
  readonly #lanes: Lanes
  readonly #entries = new Map<string, Entry<Result>>()
  readonly #heap = new TimerHeap<Tick<Result>>()
  #offsetMs: number
  #wakeAt = Number.POSITIVE_INFINITY
  #cancelWake: (() => void) | undefined
  #stopped = false

  constructor(options: SchedulerOptions<Result>) {
    this.#options = options
    this.#clock = options.clock
    this.#lanes = new Lanes(options.clock, options.canStart ?? (() => true), options.limits)
    this.#offsetMs = this.#clock.wallMs() - this.#clock.monotonicMs()
  }

  set(id: string, schedule: Schedule | undefined): void {
    let entry = this.#entries.get(id)
    if (entry === undefined) {
      entry = {
        id,
        phase: hashPhase(id),
        schedule: undefined,
        tick: undefined,
        waiting: undefined,
        running: undefined,
        isTicks: false,
        tookMs: 0,
      }
      this.#entries.set(id, entry)
    }
    if (entry.schedule?.text === schedule?.text) return
    entry.schedule = schedule
    this.#plan(entry, this.#clock.wallMs())
    this.#arm()
  }

  remove(id: string): void {
    const entry = this.#entries.get(id)
    if (entry === undefined) return
    entry.tick = undefined
    if (entry.waiting !== undefined) this.#lanes.withdraw(entry.waiting)
    this.#entries.delete(id)
    this.#forgetVoid()
  }

  findRun(id: string): Promise<Result> | undefined {
    return this.#entries.get(id)?.running
  }

  findNextStart(id: string): number | undefined {
    return this.#entries.get(id)?.tick?.due
  }

  runNow(id: string): Promise<Result> | undefined {
    const entry = this.#entries.get(id)
    if (entry === undefined || this.#stopped) return undefined
    if (entry.running !== undefined) return entry.running
    this.#lanes.startNow(entry.waiting ?? this.#createWork(entry))
    return entry.running
  }

  soon(id: string): void {
    const entry = this.#entries.get(id)
    if (entry === undefined || this.#stopped || entry.running !== undefined || entry.waiting !== undefined) return
    entry.waiting = this.#createWork(entry)
    this.#lanes.add(entry.waiting)
  }

  resume(): void {
    this.#lanes.pump()
  }

  async stop(graceMs: number): Promise<void> {
    this.#stopped = true
    this.#cancelWake?.()
    this.#heap.clear()
    this.#lanes.clear()
    const running = [...this.#entries.values()].flatMap((entry) => entry.running ?? [])
    await new Promise<void>((resolve) => {
      const giveUp = this.#clock.after(graceMs, resolve)
      void Promise.allSettled(running).then(() => {
        giveUp()
        resolve()
      })
    })
  }

  get planned(): number {
    return this.#heap.size
  }

  #forgetVoid(): void {
    if (this.#heap.size <= 2 * this.#entries.size + fewTicks) return
    this.#heap.keep((tick) => tick.entry.tick === tick)
  }

  #plan(entry: Entry<Result>, afterMs: number): void {
    const due = entry.schedule?.next(afterMs, entry.phase) ?? Number.POSITIVE_INFINITY
    entry.tick = Number.isFinite(due) ? { due, entry } : undefined
    if (entry.tick !== undefined) this.#heap.push(entry.tick)
    this.#forgetVoid()
  }

  #arm(): void {
    if (this.#stopped) return
    const due = this.#heap.peek()?.due ?? Number.POSITIVE_INFINITY
    const now = this.#clock.wallMs()
    const wakeAt = Math.min(due, now + longestSleepMs)
    if (this.#cancelWake !== undefined && this.#wakeAt <= wakeAt) return
    this.#cancelWake?.()
    this.#wakeAt = wakeAt
    this.#cancelWake = this.#clock.after(Math.max(0, wakeAt - now), () => this.#wake())
  }

  #wake(): void {
    this.#cancelWake = undefined
    const now = this.#clock.wallMs()
    const offsetMs = now - this.#clock.monotonicMs()
    if (Math.abs(offsetMs - this.#offsetMs) > jumpMs) {
      this.#heap.clear()
      for (const entry of this.#entries.values()) this.#plan(entry, now)
    }
    this.#offsetMs = offsetMs
    for (let tick = this.#heap.peek(); tick !== undefined && tick.due <= now; tick = this.#heap.peek()) {
      this.#heap.pop()
      if (tick.entry.tick === tick) this.#tick(tick.entry, tick.due, now)
    }
    this.#arm()
  }

  #tick(entry: Entry<Result>, due: number, now: number): void {
    const following = entry.schedule?.next(due, entry.phase) ?? Number.POSITIVE_INFINITY
    this.#plan(entry, following <= now ? now : due)
    if (following <= now) this.#options.onMissed?.(entry.id)
    if (entry.running !== undefined || entry.waiting !== undefined) {
      if (entry.isTicks) this.#options.onMissed?.(entry.id)
      entry.isTicks = true
      return
    }
    entry.waiting = this.#createWork(entry, due)
    this.#lanes.add(entry.waiting)
  }

  #createWork(entry: Entry<Result>, due?: number): Work {
    const slowAfterMs = (this.#options.limits ?? defaultLaneLimits).slowAfterMs
    entry.isTicks = due !== undefined
    return {
      slow: entry.tookMs >= slowAfterMs,
      run: async () => {
        const startedAt = this.#clock.monotonicMs()
        if (due !== undefined) this.#options.onStart?.(entry.id, this.#clock.wallMs() - due)
        entry.waiting = undefined
        entry.running = this.#options.run(entry.id)
        try {
          await entry.running
        } finally {
          entry.running = undefined
          entry.tookMs = this.#clock.monotonicMs() - startedAt
        }
      },
    }
  }
}
