import { timeLimit } from '#relay/time-limit.ts'
import { idlePoller, nextPollerState, type PollTiming, type PollerInput } from './poller-state.ts'

interface PollerOptions extends PollTiming {
  /** Rejects on failure. Must settle soon after the signal is aborted. */
  readonly poll: (signal: AbortSignal) => Promise<void>
  readonly timeoutMs: number
  readonly now?: () => number
  readonly random?: () => number
}

interface Poller {
  readonly start: () => void
  readonly hint: (isUrgent?: boolean) => void
  readonly refreshNow: () => void
  readonly setTiming: (timing: PollTiming) => void
  readonly stop: () => void
}

/** The reason that aborts a poll: the feed does not count it as a failure. */
export class Superseded extends Error {}

export const createPoller = (options: PollerOptions): Poller => {
  const { poll, timeoutMs, now = Date.now, random = Math.random } = options
  let state = idlePoller(options)
  let timer: ReturnType<typeof setTimeout> | undefined
  let ending = new AbortController()

  const dispatch = (input: PollerInput) => {
    const { state: next, effect } = nextPollerState(state, input)
    state = next
    if (effect.kind === 'none') return
    clearTimeout(timer)
    if (effect.kind === 'poll') void run()
    else if (effect.kind === 'wait')
      timer = setTimeout(() => dispatch({ kind: 'due', nowMs: now() }), Math.max(0, effect.untilMs - now()))
    else ending.abort(new Superseded())
  }
  const run = async () => {
    ending = new AbortController()
    const limit = timeLimit(timeoutMs, ending.signal)
    const isOk = await poll(limit.signal).then(
      () => true,
      () => false,
    )
    limit.done()
    dispatch({ kind: 'completed', isOk, nowMs: now(), random: random() })
  }

  return {
    start: () => dispatch({ kind: 'started', nowMs: now() }),
    hint: (isUrgent = false) => dispatch({ kind: 'hinted', isUrgent }),
    refreshNow: () => dispatch({ kind: 'refreshed' }),
    setTiming: (timing) => dispatch({ kind: 'paced', timing, random: random() }),
    stop: () => dispatch({ kind: 'stopped' }),
  }
}
