import { hintGapMs, leastGapUsualMs, pauseMs, urgentGapMs } from './poll-pace.ts'
import { urgentPace } from '#relay/burst-pace.ts'
import { timeLimit } from '#relay/time-limit.ts'

interface Pace {
  readonly everyMs: number
  /** Least time between two polls that were asked for by hints. */
  readonly leastGapMs?: number
}

interface PollerOptions extends Pace {
  /** Asks once; rejects when that failed. Must end soon after the signal is aborted. */
  readonly ask: (signal: AbortSignal) => Promise<void>
  readonly timeoutMs: number
  readonly now?: () => number
  readonly random?: () => number
}

/** Asks a source again and again, one poll at a time. */
export interface Poller {
  readonly start: () => void
  /**
   * Something may have changed: polls soon, and at once where it is urgent and nothing urgent was asked for a moment before; a
   * poll under way is finished first.
   */
  readonly hint: (isUrgent?: boolean) => void
  /** Something has changed, or a person wants to know: a poll under way is superseded, at most once in a row. */
  readonly refreshNow: () => void
  /** From now on polls so often, and after hints not more often than `leastGapMs`. */
  readonly setPace: (pace: Pace) => void
  /** Ends a poll under way. */
  readonly stop: () => void
}

/** Why a poll was ended early: a newer one takes its place, or nobody watches any more. */
export class Superseded extends Error {}

interface Run {
  readonly ending: AbortController
  readonly isReplacement: boolean
}

export const createPoller = (options: PollerOptions): Poller => {
  const { ask, timeoutMs, now = Date.now, random = Math.random } = options
  let { everyMs, leastGapMs = leastGapUsualMs } = options
  let isStarted = false
  let run: Run | null = null
  let isWantedAgain = false
  /** What is wanted is urgent. */
  let isUrgent = false
  let urgentAtMs = -Infinity
  const urgent = urgentPace()
  let dueAtMs = Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let startedAtMs = -Infinity
  let tookMs = 0

  const schedule = (atMs: number) => {
    clearTimeout(timer)
    dueAtMs = atMs
    timer = setTimeout(() => void poll(false), Math.max(0, atMs - now()))
  }
  const soon = () => {
    const usualAtMs = startedAtMs + hintGapMs(tookMs, leastGapMs, everyMs)
    const urgentDueAtMs = Math.max(urgentAtMs + urgentGapMs(tookMs, leastGapMs), urgent.dueAtMs())
    schedule(Math.min(usualAtMs, dueAtMs, isUrgent && failures === 0 ? urgentDueAtMs : Infinity))
  }

  const poll = async (isReplacement: boolean): Promise<void> => {
    clearTimeout(timer)
    const ending = new AbortController()
    run = { ending, isReplacement }
    isWantedAgain = false
    startedAtMs = now()
    if (isUrgent) {
      urgentAtMs = startedAtMs
      urgent.count(startedAtMs)
    }
    isUrgent = false
    dueAtMs = Infinity
    const limit = timeLimit(timeoutMs, ending.signal)
    try {
      await ask(limit.signal)
      failures = 0
    } catch {
      if (!ending.signal.aborted) failures += 1
    } finally {
      limit.done()
    }
    run = null
    if (!isStarted) return
    if (ending.signal.aborted) {
      await poll(true)
      return
    }
    tookMs = now() - startedAtMs
    if (isWantedAgain) soon()
    else schedule(now() + pauseMs({ everyMs, tookMs, failures }, random()))
  }

  return {
    start: () => {
      if (isStarted) return
      isStarted = true
      if (run === null) schedule(now())
    },
    hint: (isUrgentToo = false) => {
      if (!isStarted) return
      isUrgent ||= isUrgentToo
      if (run === null) soon()
      else isWantedAgain = true
    },
    refreshNow: () => {
      if (!isStarted) return
      if (run === null) soon()
      else if (run.isReplacement) isWantedAgain = true
      else run.ending.abort(new Superseded())
    },
    setPace: (pace) => {
      if (everyMs === pace.everyMs) return
      ;({ everyMs, leastGapMs = leastGapUsualMs } = pace)
      if (isStarted && run === null) schedule(startedAtMs + pauseMs({ everyMs, tookMs, failures }, random()))
    },
    stop: () => {
      isStarted = false
      clearTimeout(timer)
      run?.ending.abort(new Superseded())
    },
  }
}
