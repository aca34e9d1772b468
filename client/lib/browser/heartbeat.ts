interface HeartbeatOptions {
  readonly now: () => number
  readonly isVisible: () => boolean
  readonly onBeat: () => void
  /** The tab did not run since `fromMs`, or its clock was set: timing state is invalid. */
  readonly onGap: (fromMs: number) => void
}

interface Heartbeat {
  readonly alive: () => void
  readonly look: () => void
  readonly stop: () => void
}

const beatMs = 1_000
const missedMaxMs = 5_000
/** Browsers throttle timers of hidden tabs to one per minute. */
const missedHiddenMaxMs = 75_000

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
