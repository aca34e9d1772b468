export interface Pacer {
  readonly run: (job: () => void) => void
  readonly waiting: () => number
}

export const createPacer = (sliceMs = 8, now: () => number = () => performance.now()): Pacer => {
  const jobs: (() => void)[] = []
  let next = 0
  let spentMs = 0
  let isScheduled = false

  const timed = (job: () => void) => {
    const startedMs = now()
    job()
    spentMs += now() - startedMs
  }
  const turn = () => {
    isScheduled = false
    spentMs = 0
    for (let job = jobs[next]; job !== undefined; job = jobs[next]) {
      next += 1
      timed(job)
      if (spentMs >= sliceMs) break
    }
    if (next >= jobs.length || next > 1_000) {
      jobs.splice(0, next)
      next = 0
    }
    if (jobs.length > 0) schedule()
  }
  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(turn)
  }

  return {
    run: (job) => {
      schedule()
      if (jobs.length === 0 && spentMs < sliceMs) timed(job)
      else jobs.push(job)
    },
    waiting: () => jobs.length - next,
  }
}
