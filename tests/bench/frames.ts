import type { Page } from '@playwright/test'

export interface Frames {
  /** Milliseconds between frames. */
  readonly gaps: readonly number[]
  readonly longestTask: number
}

/** Notes from now on when the page draws a frame, and how long its tasks take. */
export const startFrames = async (page: Page): Promise<void> => {
  // As text, since the compiler of this file wraps functions in what the page has not.
  await page.evaluate(`{
    const measured = { gaps: [], longest: 0, isOver: false }
    globalThis.measured = measured
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) measured.longest = Math.max(measured.longest, duration)
    }).observe({ type: 'longtask' })
    let before = performance.now()
    const frame = (now) => {
      measured.gaps.push(now - before)
      before = now
      if (!measured.isOver) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  }`)
}

/** The frames since `startFrames`, which ends with it. */
export const readFrames = (page: Page): Promise<Frames> =>
  page.evaluate<Frames>('(measured.isOver = true, { gaps: measured.gaps.slice(1), longestTask: measured.longest })')
