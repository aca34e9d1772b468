import type { Page } from '@playwright/test'
import { expect, test } from '#tests/fixtures/browser.ts'
import { holdRequests } from '#tests/fixtures/hold-requests.ts'

const settled = async (page: Page, address: string) => {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
}
const sidebarWidth = async (page: Page) => (await page.getByRole('navigation', { name: 'Main' }).boundingBox())?.width

const openPreferences = async (page: Page) => {
  await settled(page, '/incidents')
  await page.getByRole('button', { name: 'Preferences' }).click()
}

test.describe('sidebar', () => {
  test('is 224 px wide, 56 px collapsed, and keeps that over a reload [SHELL-52,SHELL-54]', async ({ page }) => {
    await settled(page, '/incidents')
    await expect.poll(() => sidebarWidth(page)).toBe(224)
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await expect.poll(() => sidebarWidth(page)).toBe(56)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
    await expect.poll(() => sidebarWidth(page)).toBe(56)
    await page.getByRole('button', { name: 'Expand sidebar' }).click()
    await expect.poll(() => sidebarWidth(page)).toBe(224)
  })

  test('opens its settings to the right when it is collapsed [SHELL-53]', async ({ page }) => {
    await settled(page, '/incidents')
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Settings' }).click()
    const list = page.getByRole('list', { name: 'Settings' })
    await expect(list).toBeVisible()
    await expect.poll(async () => (await list.boundingBox())?.x).toBeGreaterThanOrEqual(56)
    await list.getByRole('link', { name: 'Screens' }).click()
    await expect(page).toHaveURL(/\/settings\/screens$/)
    await expect(list).toHaveCount(0)
  })

  test('collapses on a click outside below 1024 px, and not from 1024 px up [SHELL-55]', async ({ page }) => {
    await page.setViewportSize({ width: 1_024, height: 800 })
    await settled(page, '/incidents')
    await page.getByRole('main').click()
    await expect.poll(() => sidebarWidth(page)).toBe(224)
    await page.setViewportSize({ width: 1_000, height: 800 })
    await page.getByRole('main').click()
    await expect.poll(() => sidebarWidth(page)).toBe(56)
  })

  test('takes no space below 800 px, where a button opens it [SHELL-57]', async ({ page }) => {
    await page.setViewportSize({ width: 800, height: 800 })
    await settled(page, '/incidents')
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await page.setViewportSize({ width: 799, height: 800 })
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Playbooks' }).click()
    await expect(page).toHaveURL(/\/playbooks$/)
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  })

  test('links to the six areas and the sorted settings [SHELL-47,SHELL-48]', async ({ page }) => {
    await settled(page, '/incidents')
    const main = page.getByRole('navigation', { name: 'Main' })
    await expect(main.getByRole('link')).toHaveText([
      'Quarterdeck',
      'Dashboard',
      'Health',
      'Incidents',
      'Catalog',
      'Logs',
      'Playbooks',
    ])
    await main.getByRole('button', { name: 'Settings' }).click()
    const built = [
      'Agents',
      'Audit',
      'Backup',
      'Catalog Scrapers',
      'Connections',
      'Event Queue Status',
      'Feature Flags',
      'Health Checks',
      'Integrations',
      'Job History',
      'Log Backends',
      'Permissions',
      'Relays',
      'Rules',
      'Screens',
      'Teams',
      'Topologies',
      'Users',
    ]
    await expect(main.getByRole('list', { name: 'Settings' }).getByRole('link')).toHaveText(built)
    await page.goto('/settings')
    const cards = page.getByRole('main').getByRole('link')
    await expect.poll(async () => (await cards.allTextContents()).toSorted()).toEqual(built)
  })
})

test.describe('preferences', () => {
  test('are kept over a reload [SHELL-81,SHELL-82,SHELL-83]', async ({ page }) => {
    await openPreferences(page)
    await page.getByRole('radio', { name: 'timestamp' }).check()
    await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Asia/Tokyo')
    await page.getByRole('button', { name: 'yes', exact: true }).click()
    await page.getByRole('slider').fill('500')
    await page.getByRole('combobox', { name: 'Page size' }).selectOption('150')
    await page.getByRole('button', { name: 'Light' }).click()
    await page.getByText('Sidebar collapsed').click()
    await expect.poll(() => sidebarWidth(page)).toBe(56)
    await openPreferences(page)
    await expect(page.getByRole('radio', { name: 'timestamp' })).toBeChecked()
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Asia/Tokyo')
    await expect(page.getByRole('button', { name: 'yes', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('slider')).toHaveValue('500')
    await expect(page.getByRole('combobox', { name: 'Page size' })).toHaveValue('150')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expect(page.getByRole('checkbox', { name: 'Sidebar collapsed' })).toBeChecked()
  })
})

test.describe('loading', () => {
  test('loads the code of the first page while the flags are loading', async ({ page }) => {
    const release = await holdRequests(page, '**/api/properties')
    const code = page.waitForResponse(/\/assets\/health-[^/]+\.js$/)
    await page.goto('/health')
    expect((await code).ok()).toBe(true)
    await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible()
    const waiting = page.getByRole('main').getByRole('status', { name: 'Loading', exact: true })
    await expect(waiting).toBeVisible()
    release()
    await expect(waiting).toHaveCount(0)
  })
})

test.describe('failures', () => {
  test.use({ expectedConsole: [/Failed to load resource|WebSocket|dynamically imported module/] })

  test('keeps the page and its input while failed flags are retried automatically', async ({ page }) => {
    await page.route('**/api/properties', (route) => route.fulfill({ status: 500, json: { error: 'down' } }))
    await page.goto('/settings/connections')
    await page.getByRole('button', { name: 'Add connection' }).click()
    await page.getByRole('dialog', { name: 'Add connection' }).getByLabel('Search types').fill('http')
    await page.keyboard.press('Enter')
    const name = page.getByRole('dialog', { name: 'Add HTTP connection' }).getByLabel('Name', { exact: true })
    await name.fill('half-typed')
    await expect(page.getByText('Feature flags could not be loaded.')).toBeVisible()
    await page.unroute('**/api/properties')
    const requested = page.waitForRequest('**/api/properties')
    const release = await holdRequests(page, '**/api/properties')
    await requested
    await expect(page.getByText('Feature flags could not be loaded.')).toBeVisible()
    release()
    await expect(page.getByText('Feature flags could not be loaded.')).toHaveCount(0)
    await expect(name).toHaveValue('half-typed')
  })

  test('a page whose code fails to load shows an error and offers to reload', async ({ page }) => {
    await page.route('**/assets/settings-page-*.js', (route) => route.abort())
    await page.goto('/settings')
    await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
    await page.unroute('**/assets/settings-page-*.js')
    await page.getByRole('button', { name: 'Reload page' }).click()
    await expect(page.getByRole('main').getByRole('link', { name: 'Screens' })).toBeVisible()
  })
})

test.describe('keyboard', () => {
  test('? opens the shortcut sheet, two-letter shortcuts navigate, and shortcuts can be disabled', async ({ page }) => {
    await settled(page, '/incidents')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await expect(page).toHaveURL(/\/playbooks$/)
    await page.keyboard.press('?')
    await page.getByText('Single-letter shortcuts', { exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\/playbooks$/)
  })

  test('the first tab stop skips the navigation', async ({ page }) => {
    await settled(page, '/incidents')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })
})

test('in standalone mode a page opens without a sign-in, under its own tab title [AUTH-07,AUTH-08]', async ({
  page,
}) => {
  await settled(page, '/incidents')
  await expect(page).toHaveURL(/\/incidents$/)
  // Other tests of the relay may have failing checks.
  await expect(page).toHaveTitle(/^(?:\(\d+\) )?Incidents$/)
})
