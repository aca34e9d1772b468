import type { Page } from '@playwright/test'

/**
 * Milliseconds until each selector has matched and was painted. Measured in the page: polling from outside can be
 * half a second late.
 */
export const shownAfter = async (page: Page, address: string, selectors: readonly string[]): Promise<number> => {
  await page.addInitScript((wanted) => {
    const shown = new Promise<number>((resolve) => {
      new MutationObserver((_, observer) => {
        if (wanted.some((selector) => document.querySelector(selector) === null)) return
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
      }).observe(document, { subtree: true, childList: true, attributes: true })
    })
    Object.assign(window, { shown })
  }, selectors)
  await page.goto(address, { waitUntil: 'commit' })
  return page.evaluate(() => (window as Window & { readonly shown?: Promise<number> }).shown ?? Number.NaN)
}
