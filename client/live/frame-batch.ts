/** Runs each scheduled job once per animation frame. Errors are thrown after all jobs have run. */
export interface FrameBatch {
  (job: () => void): void
  readonly flush: () => void
}

const hiddenFrameMs = 250

/** Hidden tabs get no animation frames, but their title has to stay up to date. */
const nextFrame = (run: () => void) => {
  if (typeof requestAnimationFrame === 'function' && document.visibilityState === 'visible') requestAnimationFrame(run)
  else setTimeout(run, typeof document === 'undefined' ? 0 : hiddenFrameMs)
}

export const createFrameBatch = (request: (run: () => void) => void = nextFrame): FrameBatch => {
  const jobs = new Set<() => void>()
  const flush = () => {
    const due = [...jobs]
    jobs.clear()
    const failures: unknown[] = []
    for (const job of due) {
      try {
        job()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length === 1) throw failures[0]
    if (failures.length > 1)
      throw new AggregateError(failures, `${failures.length} of ${due.length} jobs of a frame failed`)
  }
  const batch = (job: () => void) => {
    if (jobs.size === 0) request(flush)
    jobs.add(job)
  }
  return Object.assign(batch, { flush })
}
