/**
 * Runs each job that was asked for at most once per animation frame, all of them in the same one. A job that throws
 * stops none of the others: what it threw is thrown on once all have run.
 */
export interface FrameBatch {
  (job: () => void): void
  /** Runs what is due now: a tab that comes back into view is right before it is drawn. */
  readonly flush: () => void
}

const hiddenFrameMs = 250

/** A hidden tab gets no frames, but its title and its state stay true all the same. */
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
