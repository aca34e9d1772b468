import type { Page } from '@playwright/test'

export interface Frames {
  readonly gaps: readonly number[]
  readonly longestTask: number
}

export const startFrames = async (page: Page): Promise<void> => {
  // As text: the TypeScript compiler wraps functions in a helper that the page does not have.
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

export const readFrames = (page: Page): Promise<Frames> =>
  page.evaluate<Frames>('(measured.isOver = true, { gaps: measured.gaps.slice(1), longestTask: measured.longest })')
