import type { Page } from '@playwright/test'
import { expect, test } from '#tests/fixtures/browser.ts'
import { violations, violationsInBothThemes } from '#tests/fixtures/violations.ts'

const overlays: readonly (readonly [what: string, open: (page: Page) => Promise<void>])[] = [
  ['preferences', (page) => page.getByRole('button', { name: 'Preferences' }).click()],
  ['user menu', (page) => page.getByRole('button', { name: /^User/ }).click()],
  ['help menu', (page) => page.getByRole('button', { name: 'Help' }).click()],
  ['keyboard sheet', (page) => page.keyboard.press('?')],
  [
    'palette',
    async (page) => {
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('combobox', { name: 'Find or do' })).toBeFocused()
    },
  ],
  [
    'kubeconfig dialog',
    async (page) => {
      await page.getByRole('button', { name: /^User/ }).click()
      await page.getByRole('menuitem', { name: 'Download kubeconfig' }).click()
      await expect(page.getByRole('dialog', { name: /kubeconfig/ })).toBeVisible()
    },
  ],
  [
    'settings of the folded sidebar',
    async (page) => {
      await page.getByRole('button', { name: 'Collapse sidebar' }).click()
      await page.getByRole('button', { name: 'Settings' }).click()
    },
  ],
]

test('every page follows WCAG 2.2 AA in the dark and light theme', async ({ page }) => {
  test.slow()
  for (const address of [
    '/incidents',
    '/settings',
    '/docs',
    '/docs/configuration',
    '/nowhere',
    '/error?error_code=BAD_SESSION',
  ]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await violationsInBothThemes(page), address).toEqual([])
  }
})

test('every overlay follows WCAG 2.2 AA in the dark and light theme', async ({ page }) => {
  test.slow()
  for (const [overlay, open] of overlays) {
    await page.goto('/docs')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await open(page)
    expect(await violationsInBothThemes(page), overlay).toEqual([])
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('pages do not overflow and follow WCAG 2.2 AA', async ({ page }) => {
    test.slow()
    for (const address of ['/incidents', '/settings', '/docs', '/docs/configuration', '/nowhere']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(390)
      expect(await violations(page), address).toEqual([])
    }
  })

  test('the title is not cut beside a time range', async ({ page }) => {
    await page.goto('/health')
    const title = page.getByRole('heading', { level: 1, name: 'Health' })
    await expect(page.getByText('Live', { exact: true })).toHaveCount(1)
    expect(await title.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true)
  })

  test('filters take one row; a sheet holds the others and names how many are set', async ({ page }) => {
    await page.goto('/incidents?severity=High:1&type=security:1')
    await page.getByRole('button', { name: 'Filters (2)' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await expect(sheet.getByRole('button', { name: /^Severity/ })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await sheet.getByRole('button', { name: 'Show results' }).click()
    await expect(page.getByRole('button', { name: /^Severity/ })).toBeHidden()
    const [search, more] = [page.getByRole('searchbox').first(), page.getByRole('button', { name: 'Filters (2)' })]
    const middle = (of: typeof search) =>
      of.evaluate((element) => element.getBoundingClientRect().top + element.getBoundingClientRect().height / 2)
    expect(Math.abs((await middle(search)) - (await middle(more)))).toBeLessThan(4)
  })

  test('the navigation drawer follows WCAG 2.2 AA and contains the preferences', async ({ page }) => {
    await page.goto('/incidents')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Preferences' }).click()
    await expect(page.getByRole('dialog', { name: 'Preferences' })).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
})
