import { z } from 'zod'
import { violationsInBothThemes } from '#tests/fixtures/violations.ts'
import { expect, namesIn, getRow, test } from '#tests/fixtures/health-console.ts'
import { check } from '#tests/fixtures/health-rows.ts'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const failing = (n: number, name: string, severity: string, hours: number) =>
  check(n, { name, canary_name: 'shop', status: 'unhealthy', severity, last_transition_time: hoursAgo(hours) })

test.beforeEach(({ backend }) => {
  backend.checks = [
    failing(1, 'cart', 'low', 3),
    failing(2, 'basket', 'critical', 2),
    failing(3, 'payment', 'high', 5),
    check(4, { name: 'search', canary_name: 'shop', severity: 'low' }),
  ]
})

test('sorts rows by a column header, also by keyboard, and stores the order in the address', async ({ page }) => {
  await page.goto('/health')
  await expect.poll(() => namesIn(page)).toEqual(['shop', 'basket', 'cart', 'payment'])
  await page.getByRole('button', { name: 'Failing since' }).click()
  await expect.poll(() => namesIn(page)).toEqual(['shop', 'payment', 'cart', 'basket'])
  await expect(page.getByRole('columnheader', { name: 'Failing since' })).toHaveAttribute('aria-sort', 'ascending')
  await page.keyboard.press('Enter')
  await expect.poll(() => namesIn(page)).toEqual(['shop', 'basket', 'cart', 'payment'])
  await expect(page.getByRole('columnheader', { name: 'Failing since' })).toHaveAttribute('aria-sort', 'descending')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('button', { name: 'Severity' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => namesIn(page)).toEqual(['shop', 'basket', 'payment', 'cart'])
  expect(new URL(page.url()).search).toBe('?sortBy=severity&sortOrder=asc')
  await page.reload()
  await expect.poll(() => namesIn(page)).toEqual(['shop', 'basket', 'payment', 'cart'])
  await page.getByRole('button', { name: 'Severity' }).click()
  await page.getByRole('button', { name: 'Severity' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await expect.poll(() => namesIn(page)).toEqual(['shop', 'basket', 'cart', 'payment'])
})

test('the table is one tab stop; arrow keys move between rows and header', async ({ page }) => {
  await page.goto('/health')
  await expect(getRow(page, 'payment')).toBeVisible()
  await page.getByRole('button', { name: 'Export', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(page.locator('.ag-cell:focus')).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('button', { name: 'Name', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect.poll(() => namesIn(page)).toEqual(['shop', 'payment', 'cart', 'basket'])
  await page.keyboard.press('ArrowDown')
  await expect(getRow(page, 'shop').locator('.ag-cell:focus')).toHaveCount(1)
})

test('shows duration and severity of a failure in its row, and the earliest in the group', async ({ page }) => {
  await page.goto('/health')
  const cell = (name: string, column: string) => getRow(page, name).locator(`[col-id=${column}]`)
  await expect(cell('payment', 'since')).toHaveText('5h')
  await expect(cell('payment', 'severity')).toHaveText('high')
  await expect(cell('shop', 'since')).toHaveText('5h')
})

test('filters by status and severity, from the filter column and the address', async ({ page }) => {
  await page.goto('/health?status=healthy:1')
  await expect.poll(() => namesIn(page)).toEqual(['shop', 'search'])
  await page.goto('/health')
  await page.getByRole('region', { name: 'Severity' }).getByRole('button', { name: 'critical' }).click()
  await expect.poll(() => namesIn(page)).toEqual(['shop', 'basket'])
  expect(new URL(page.url()).searchParams.get('severity')).toBe('critical:1')
  await page
    .getByRole('region', { name: 'Status' })
    .getByRole('button', { name: /^healthy/ })
    .click()
  await expect(page.getByText('No checks match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect.poll(() => namesIn(page)).toEqual(['shop', 'basket', 'cart', 'payment'])
})

test('stores the chosen columns in the browser', async ({ page }) => {
  await page.goto('/health')
  const heads = page.getByRole('columnheader')
  await expect(heads.filter({ hasText: 'Uptime %' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Uptime %' }).click()
  await page.getByRole('checkbox', { name: 'Last 30' }).click()
  await page.keyboard.press('Escape')
  await expect(heads.filter({ hasText: 'Uptime %' })).toHaveCount(0)
  await page.reload()
  await expect(heads.filter({ hasText: 'Latency' })).toHaveCount(1)
  await expect(heads.filter({ hasText: /Uptime|Last 30/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await expect(heads.filter({ hasText: /Uptime|Last 30/ })).toHaveCount(2)
})

test('every column has a header, and a long message gets the room of a short history', async ({ page, backend }) => {
  const cause = 'Expected code 200, got 503 with a body of the proxy in front of the service'
  const message = `https://checkout.example.com/v1/pay: ${cause}.`
  backend.checks = [check(1, { name: 'pay', canary_name: 'shop', status: 'unhealthy', message })]
  await page.goto('/health')
  const heads = page.getByRole('columnheader')
  await expect(heads.filter({ hasText: 'Message or endpoint' })).toBeVisible()
  for (const head of await heads.all()) await expect(head).toHaveText(/\S/)
  const about = getRow(page, 'pay').locator('[col-id=about]')
  await expect(about).toContainText(`${cause} (https://checkout.example.com/v1/pay)`)
  await expect(about.getByTitle(message)).toBeVisible()
  const strip = getRow(page, 'pay').locator('[col-id=strip]')
  const width = (cell: typeof about) => cell.evaluate((element) => element.getBoundingClientRect().width)
  await expect.poll(async () => (await width(about)) / (await width(strip))).toBeGreaterThan(4)
})

test('J and K walk through the checks beside their panel, and a link leads to the table', async ({ page }) => {
  await page.goto('/health')
  await getRow(page, 'basket').click()
  await expect(page.getByRole('complementary', { name: 'basket' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('complementary', { name: 'cart' })).toBeVisible()
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await expect(page.getByRole('complementary', { name: 'basket' })).toBeVisible()
  await page.getByRole('link', { name: 'Skip to table' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.ag-cell:focus')).toHaveCount(1)
})

test('J and K move the focus through the rows, and Enter opens the focused check', async ({ page }) => {
  await page.goto('/health')
  await expect(getRow(page, 'payment')).toBeVisible()
  const focused = page.locator('.ag-row:focus-within')
  await page.keyboard.press('j')
  await expect(focused).toContainText('shop')
  await expect(page.locator('.ag-cell:focus')).toContainText('shop')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(page.locator('.ag-cell:focus')).toContainText('cart')
  await page.keyboard.press('k')
  await expect(focused).toContainText('basket')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: 'basket' })).toBeVisible()
})

test('checks are selected with the keyboard, then run and silenced together', async ({ page }) => {
  const requests: string[] = []
  await page.route(/\/api\/(canary\/run\/check\/|notification\/silence$)/, (route) => {
    const { pathname } = new URL(route.request().url())
    const { name } = z.object({ name: z.string() }).catch({ name: '' }).parse(route.request().postDataJSON())
    requests.push(`${pathname.replace(/[0-9a-f-]{36}$/, ':id')} ${name}`.trim())
    return route.fulfill({ json: {} })
  })
  await page.goto('/health')
  await expect(getRow(page, 'payment')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await expect(bar).toContainText('1 selected')
  await page.getByRole('checkbox', { name: 'Select cart' }).click()
  await expect(bar).toContainText('2 selected')
  await expect(page.getByRole('complementary', { name: 'cart' })).toHaveCount(0)
  expect(await violationsInBothThemes(page)).toEqual([])
  await bar.getByRole('button', { name: 'Silence' }).click()
  await page.getByRole('menuitem', { name: 'For 1 hour' }).click()
  await expect(page.getByText('2 checks silenced')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Select cart' }).click()
  await page.getByRole('checkbox', { name: 'Select payment' }).click()
  await bar.getByRole('button', { name: 'Run now' }).click()
  await expect(page.getByText('2 checks run')).toBeVisible()
  expect(requests.toSorted()).toEqual([
    '/api/canary/run/check/:id',
    '/api/canary/run/check/:id',
    '/api/notification/silence basket silenced',
    '/api/notification/silence cart silenced',
  ])
})
