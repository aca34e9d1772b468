import { testWithBreakableCheck as test } from '#tests/fixtures/breakable-check.ts'
import { expect } from '#tests/fixtures/browser.ts'
import { violations } from '#tests/fixtures/violations.ts'

/** Headless Chromium grants no permission and shows no notifications. */
const recordNotifications = () => {
  class Recorded extends EventTarget {
    static permission = 'default'
    static asked = 0
    static requestPermission() {
      Recorded.asked += 1
      Recorded.permission = 'granted'
      return Promise.resolve('granted')
    }
    constructor(title: string) {
      super()
      document.documentElement.dataset['notification'] = title
    }
    close() {}
  }
  Object.assign(window, { Notification: Recorded })
}

test('a check that turns unhealthy shows a desktop notification on any page, once it is turned on', async ({
  page,
  target,
}) => {
  await page.addInitScript(recordNotifications)
  await page.goto('/health')
  await expect(page.getByRole('heading', { name: '1 of 1 healthy' })).toBeVisible()
  await page.goto('/docs')
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByLabel('Show a desktop notification').click({ force: true })
  await expect(page.getByLabel('Show a desktop notification')).toBeChecked()
  await page.getByLabel('Play a sound').click({ force: true })
  expect(await violations(page)).toEqual([])
  await target.break()
  await expect(page.locator('html')).toHaveAttribute('data-notification', 'home page is unhealthy')
  await target.heal()
})
