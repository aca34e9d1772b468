interface HeartbeatOptions {
  readonly now: () => number
  readonly isVisible: () => boolean
  /** Once a second while timers run, and at once when the tab comes back into view. */
  readonly onBeat: () => void
  /** The tab did not run from `fromMs` until now, or its clock was set: what it believed of the time is void. */
  readonly onGap: (fromMs: number) => void
}

/** A second's beat that notices what it missed. */
export interface Heartbeat {
  /** Something else showed that the tab runs, such as a message. */
  readonly alive: () => void
  /** Looks at the clock now instead of at the next beat. */
  readonly look: () => void
  readonly stop: () => void
}

const beatMs = 1_000
/** A visible tab that missed so much was frozen, or its computer slept. */
const missedMaxMs = 5_000
/** Browsers let the timers of a hidden tab run once a minute. */
const missedHiddenMaxMs = 75_000

/** Beats until `stop`. Times are milliseconds of the clock that `now` reads, which may jump either way. */
export const createHeartbeat = ({ now, isVisible, onBeat, onGap }: HeartbeatOptions): Heartbeat => {
  let lastMs = now()
  let wasVisible = isVisible()
  const notice = () => {
    const fromMs = lastMs
    const passedMs = now() - fromMs
    const missed = passedMs > (wasVisible ? missedMaxMs : missedHiddenMaxMs) || passedMs < -missedMaxMs
    lastMs = now()
    wasVisible = isVisible()
    if (missed) onGap(fromMs)
  }
  const look = () => {
    notice()
    onBeat()
  }
  const timer = setInterval(look, beatMs)
  return { alive: notice, look, stop: () => clearInterval(timer) }
}
