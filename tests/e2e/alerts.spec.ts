import { expect, test as base } from '#tests/fixtures/browser.ts'
import { startHttpTarget, type Target } from '#tests/fixtures/targets.ts'
import { violations } from '#tests/fixtures/violations.ts'
import { oncePerWorker } from '#tests/fixtures/worker-values.ts'

const canary = (at: string) => `
kind: Canary
metadata: { name: shop, namespace: payments }
spec:
  schedule: '@every 1s'
  http:
    - { name: home page, url: '${at}', responseCodes: [200] }
`

const test = base.extend<{ target: Target }>({
  target: oncePerWorker(
    () => startHttpTarget(),
    (target) => target.stop(),
  ),
  relayOptions: ({ target }, provide) => provide({ resources: { 'shop.yaml': canary(target.at) } }),
})

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
