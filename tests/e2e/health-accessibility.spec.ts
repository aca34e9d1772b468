import { expect, getRow, showPassing, test } from '#tests/fixtures/health-console.ts'
import { check, checkId } from '#tests/fixtures/health-rows.ts'
import { violationsInBothThemes } from '#tests/fixtures/violations.ts'

test('the table and the detail violate no WCAG 2.2 AA rule, in the dark and light theme', async ({ page }) => {
  await showPassing(page)
  await page.goto(`/health?checkId=${checkId(2)}&timeRange=1h`)
  await expect(page.getByText('1 to 50 of 120 results, newest first')).toBeVisible()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.getByRole('tab', { name: 'Graphs' }).click()
  await expect(page.locator('.time-plot canvas').first()).toBeVisible()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.getByRole('tab', { name: 'Properties' }).click()
  expect(await violationsInBothThemes(page)).toEqual([])
})

test('the healthy state violates none, in the dark and light theme', async ({ page, backend }) => {
  backend.checks = [3, 4].map((n) => check(n, { name: `fine ${n}` }))
  await page.goto('/health')
  await expect(page.getByRole('heading', { name: '2 of 2 healthy' })).toBeVisible()
  expect(await violationsInBothThemes(page)).toEqual([])
})

test.describe('while the backend fails', () => {
  test.use({ expectedConsole: [/Failed to load resource.*500/] })

  test('stale rows violate none, in the dark and light theme', async ({ page, backend }) => {
    await showPassing(page)
    await page.goto('/health')
    await expect(getRow(page, 'orders database')).toBeVisible()
    backend.failWith = 500
    await expect(page.getByRole('alert')).toBeVisible()
    expect(await violationsInBothThemes(page)).toEqual([])
  })
})
