import type { Page } from '@playwright/test'
import type { CheckSummary } from '#shared/health/check-summary.ts'
import { expect, test, usualChecks } from '#tests/fixtures/health-console.ts'
import { check } from '#tests/fixtures/health-rows.ts'
import { violations } from '#tests/fixtures/violations.ts'

const at = (agoMs: number) => new Date(Date.now() - agoMs).toISOString()
const minuteMs = 60_000

const failingChecks = (): CheckSummary[] => [
  ...usualChecks().map((row) =>
    Object.assign(row, { last_transition_time: at(row.name === 'orders database' ? 11 * minuteMs : 8 * minuteMs) }),
  ),
  check(20, {
    name: 'card vault',
    namespace: 'payments',
    status: 'unhealthy',
    severity: 'high',
    message: 'sealed',
    last_transition_time: at(2 * minuteMs),
  }),
  ...[30, 31].map((n) =>
    check(n, { canary_name: 'edge', name: `edge ${n}`, namespace: 'edge', last_runtime: at(10 * minuteMs) }),
  ),
]

const failing = (count: number, over: Partial<CheckSummary> = {}) =>
  Array.from({ length: count }, (_, i) =>
    check(100 + i, {
      name: `node ${i}`,
      namespace: 'platform',
      canary_name: 'nodes',
      status: 'unhealthy',
      last_transition_time: at(5 * minuteMs),
      ...over,
    }),
  )

const rows = (page: Page) => page.locator('.wall-list > li')

const flaws = (page: Page) =>
  page.evaluate(() => {
    const root = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement
      if (parent === null || parent.closest('.visually-hidden, noscript, script') !== null) continue
      if ((texts.currentNode.textContent ?? '').trim() === '' || parent.getClientRects().length === 0) continue
      if (Number.parseFloat(getComputedStyle(parent).fontSize) < root - 0.1)
        found.push(texts.currentNode.textContent ?? '')
    }
    for (const part of document.querySelectorAll('.wall-page, .wall-list, .wall-head'))
      if (part.scrollHeight > part.clientHeight + 1) found.push(`overflowing ${part.className}`)
    return found
  })

test.use({ viewport: { width: 1920, height: 1080 } })

test('a health wall shows failures, most severe first, in large text without the shell', async ({ page, backend }) => {
  backend.checks = failingChecks()
  await page.goto('/health?wall=55in+5m+light')
  await expect(page.getByRole('heading', { level: 1, name: '3 unhealthy', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/view\/health\?wall=55in\+5m\+light$/)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
  await expect
    .poll(() => rows(page).getByRole('heading').allTextContents())
    .toEqual([
      'card vaultpayments',
      'orders databasedata',
      'authorize paymentpayments',
      expect.stringMatching(/^edge, 2 staleno data since \d\d:\d\d$/),
    ])
  await expect(rows(page).first()).toContainText('sealed')
  await expect(rows(page).first()).toContainText(/2 min.*since \d\d:\d\d/)
  await expect(page.getByText('6 healthy, oldest')).toBeVisible()
  await expect(page.getByRole('img', { name: 'payments: 3 checks, 2 unhealthy' })).toBeVisible()
  await expect(page.locator('html')).toHaveCSS('font-size', '51px')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  expect(await flaws(page)).toEqual([])
  expect(await violations(page)).toEqual([])

  await page.goto(`/view/health?query=payment&wall=43in+4m+loud`)
  await expect(page.getByText('Only “payment”. Unknown in the address: loud')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: '1 unhealthy', exact: true })).toBeVisible()
})

test('a wall with too many failures turns pages, and a key pauses it', async ({ page, backend }) => {
  backend.checks = failing(12)
  await page.goto('/view/health?wall=55in+5m')
  await expect(rows(page)).toHaveCount(6)
  await expect(rows(page).last()).toHaveText('7 more, page 1 of 3')
  expect(await flaws(page)).toEqual([])
  await page.keyboard.press('Space')
  await expect(page.getByText('Paused')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(rows(page).last()).toHaveText('2 more, page 2 of 3')
  await page.keyboard.press('ArrowRight')
  await expect(rows(page).last()).toHaveText('page 3 of 3')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Paused')).toHaveCount(0)
  await expect(rows(page).last()).toHaveText('7 more, page 1 of 3')
})

test('a quiet wall shows that it is live, and an alert storm is one line that names no cause', async ({
  page,
  backend,
}) => {
  const beganMs = Date.now() - minuteMs
  const nodes = Array.from({ length: 25 }, (_, i) => ({
    labels: { cluster: 'eu-1' },
    last_transition_time: new Date(beganMs + i * 1_000).toISOString(),
  }))
  backend.checks = nodes.map(({ labels }, i) => check(100 + i, { name: `node ${i}`, namespace: 'platform', labels }))
  await page.goto('/view/health?wall=55in+5m')
  await expect(page.getByRole('heading', { level: 1, name: '25 of 25 healthy' })).toBeVisible()
  await expect(page.getByText(/^Oldest result \d+ s$/)).toBeVisible()
  await expect(page.getByText('No failures for 10 min')).toBeVisible()
  await expect(page.getByText(/^[1-9]\d* results so far$/)).toBeVisible()
  expect(await flaws(page)).toEqual([])
  expect(await violations(page)).toEqual([])

  backend.checks = backend.checks.map((row, i) =>
    i < 24 ? { ...row, status: 'unhealthy', message: i === 0 ? 'i/o timeout' : 'not ready', ...nodes[i] } : row,
  )
  await expect(page.getByRole('heading', { level: 1, name: '24 unhealthy', exact: true })).toBeVisible()
  await expect(page.getByText('24 in one cluster')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('cluster eu-1: 24 of 25 checks')
  await expect(rows(page)).toContainText('failed within 23 s, first node 0: i/o timeout')
  await expect(page.getByText('cause')).toHaveCount(0)
})

test('a wall whose source is offline says so, stops its ages, and recovers automatically', async ({
  page,
  backend,
}) => {
  // Unlike the checks of other tests: the relay may first send rows that it had before.
  backend.checks = [...failingChecks(), ...failing(1)]
  await page.goto('/view/health?wall')
  await expect(page.getByRole('heading', { level: 1, name: '4 unhealthy', exact: true })).toBeVisible()
  backend.failWith = 500
  await expect(page.getByRole('heading', { level: 1, name: /^No results for \d+ s$/ })).toBeVisible()
  await expect(page.getByText(/^Last known at \d\d:\d\d:\d\d: 4 unhealthy$/)).toBeVisible()
  await expect(rows(page)).toHaveCount(4)
  await expect(rows(page).first()).toContainText(/since \d\d:\d\d/)
  await expect(rows(page).first()).toContainText('was: sealed')
  expect(await flaws(page)).toEqual([])
  backend.failWith = null
  await expect(page.getByRole('heading', { level: 1, name: '4 unhealthy', exact: true })).toBeVisible()
})

test('views rotate, and a new failure switches to the view that shows it', async ({ page, backend }) => {
  await page.goto('/view/health?wall=55in+5m+12s:/view/health+3600s:/docs')
  await expect(page.getByRole('heading', { level: 1, name: '2 unhealthy', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Docs' })).toBeVisible()
  await expect(page).toHaveURL(/\/docs\?wall=55in\+5m\+12s:\/view\/health\+3600s:\/docs$/)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  backend.checks = [...usualChecks(), ...failing(1)]
  await expect(page.getByRole('heading', { level: 1, name: '3 unhealthy', exact: true })).toBeVisible()
  await expect(page.getByText('On hold')).toBeVisible()
  backend.checks = usualChecks()
  await expect(page.getByText('On hold')).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { level: 1, name: 'Docs' })).toBeVisible()
})

test('a named wall is made from pages and saved views, shared, and survives a reload; an unknown name lists it', async ({
  page,
}) => {
  await page.goto('/incidents?severity=High:1')
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('button', { name: 'Save this view…' }).click()
  await page.getByLabel('Name').fill('High only')
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByText('View saved')).toBeVisible()

  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('button', { name: 'New wall…' }).click()
  const dialog = page.getByRole('dialog', { name: 'New wall' })
  await dialog.getByRole('button', { name: 'Save wall' }).click()
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  await dialog.getByLabel('Name', { exact: true }).fill('Ops Room')
  await dialog.getByLabel('Add a page or saved view').selectOption({ label: 'High only' })
  await dialog.getByLabel('Seconds for Health').fill('3600')
  await dialog.getByLabel('Seconds for High only').fill('3600')
  await dialog.locator('label.bp6-switch', { hasText: 'Share with everyone' }).click()
  await expect(dialog.getByRole('status')).toContainText('Only you see High only')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save wall' }).click()
  await expect(page.getByText('Wall saved: /wall/ops-room')).toBeVisible()

  await page.goto('/wall/ops-room?wall=55in+5m+light')
  const health = page.getByRole('heading', { level: 1, name: '2 unhealthy', exact: true })
  await expect(health).toBeVisible()
  await expect(page).toHaveURL(/\/view\/health\?wall=55in\+5m\+light\+wall:ops-room$/)
  await expect(page.getByRole('img', { name: /^QR code of http.*\/health$/ })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/\/incidents\?severity=High%3A1&wall=55in\+5m\+light\+wall:ops-room$/)
  await expect(page.getByRole('img', { name: /^QR code of http.*\/incidents\?severity=High%3A1$/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Incidents' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(health).toBeVisible()
  await page.keyboard.press('Space')
  await expect(page.getByText('Paused')).toBeVisible()

  await page.goto('/wall/ops')
  await expect(page.getByRole('heading', { level: 1, name: 'No wall named “ops”' })).toBeVisible()
  await page.getByRole('link', { name: 'Ops Room' }).click()
  await expect(health).toBeVisible()
})

test.describe('wall', () => {
  test.use({ expectedConsole: [/Failed to load resource|WebSocket connection|dynamically imported module/] })

  test('reloads after its code failed to load', async ({ page }) => {
    let aborted = 0
    await page.route(/assets\/health-wall-page-.*\.js$/, (route) => (aborted++ < 2 ? route.abort() : route.continue()))
    await page.goto('/view/health?wall')
    await expect(page.getByRole('heading', { level: 1, name: '2 unhealthy', exact: true })).toBeVisible()
    expect(aborted).toBeGreaterThan(1)
  })

  test('is configured, shows no form, and reloads once for a new build', async ({ page, context }) => {
    await page.goto('/settings/screens')
    await page.getByLabel('Farthest reader').fill('far')
    await page.getByRole('button', { name: 'Save screen' }).click()
    await expect(page.getByLabel('Farthest reader')).toBeFocused()
    await expect(page.getByText('Enter a number of metres from 0.5 to 30.')).toBeVisible()
    await page.getByLabel('Farthest reader').fill('3')
    await page.getByLabel('Screen diagonal').fill('43')
    await expect(page.getByRole('heading', { name: 'As seen from 3 m' })).toBeVisible()
    await page.getByRole('button', { name: 'Add view' }).click()
    await page.getByLabel('Address of Start').fill('/settings/screens')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Open on this screen' }).click()
    await expect(page).toHaveURL(/\/view\/health\?wall$/)
    await expect(page.locator('html')).toHaveCSS('font-size', '39px')
    await page.keyboard.press('ArrowRight')
    const noForm = page.getByRole('heading', { name: 'Forms are not shown on walls' })
    await expect(noForm).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)

    await page.evaluate(() => document.body.setAttribute('data-before', ''))
    const before = page.locator('body[data-before]')
    await page.route('**/', async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response: response,
        body: (await response.text()).replace(/index-[\w-]+\.js/, 'index-newer.js'),
      })
    })
    const reconnect = async () => {
      await context.setOffline(true)
      await expect(page.getByRole('status').filter({ hasText: 'Offline' })).toBeVisible()
      const responded = page.waitForResponse((response) => new URL(response.url()).pathname === '/')
      await context.setOffline(false)
      await responded
    }
    await reconnect()
    await expect(before).toHaveCount(0)
    await expect(noForm).toBeVisible()
    await page.evaluate(() => document.body.setAttribute('data-before', ''))
    await reconnect()
    await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
    await expect(before).toHaveCount(1)
  })
})
