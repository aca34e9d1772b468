import { expect, test } from '#tests/fixtures/browser.ts'
import { holdRequests } from '#tests/fixtures/hold-requests.ts'

// Only the console's own checks, which are healthy.
test.use({ relayOptions: { name: 'health-all-well' } })

test('does not shift the layout when the results of the last hour arrive', async ({ page }) => {
  const release = await holdRequests(page, '**/api/db/check_statuses_5m**')
  await page.goto('/health')
  const heading = page.getByRole('heading', { name: /^Results per 5 minutes/ })
  const arrivals = page.locator('section').filter({ has: heading }).last()
  await expect(arrivals).toHaveAttribute('aria-busy', 'true')
  const below = page.getByRole('heading', { name: /^Least frequent checks/ })
  const before = await below.boundingBox()
  release()
  await expect(arrivals).not.toHaveAttribute('aria-busy')
  expect(await below.boundingBox()).toEqual(before)
})
