import { emptyDatabase } from '#tests/fixtures/browser.ts'
import {
  createDetailResponses,
  expect,
  namesIn,
  getRow,
  showPassing,
  getSwitch,
  test,
  usualChecks,
} from '#tests/fixtures/health-console.ts'
import { check, checkId } from '#tests/fixtures/health-rows.ts'
import { startRelay } from '#tests/fixtures/relay.ts'
import { startSummaryBackend } from '#tests/fixtures/summary-backend.ts'

const countRequests = (requests: readonly string[]) =>
  requests.filter((line) => line.includes('/canary/api/summary')).length
const labelsIn = (url: string) => new URL(url).searchParams.get('labels')

const many = () => Array.from({ length: 60 }, (_, n) => check(n, { name: `check ${n}`, canary_name: `canary ${n}` }))

test.describe('the list', () => {
  test('by default hides passing checks, groups by canary_name and shows tabs by namespace [HEALTH-07,HEALTH-08,HEALTH-14,HEALTH-16]', async ({
    page,
  }) => {
    await page.goto('/health')
    await expect(getRow(page, 'orders database')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Group By canary_name' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Tab By namespace' })).toBeVisible()
    await expect.poll(() => namesIn(page)).toEqual(['orders', 'orders database', 'checkout', 'authorize payment'])
    await getSwitch(page, 'Hide Passing').click()
    await expect(getRow(page, 'capture payment')).toBeVisible()
    await expect(getRow(page, 'checkout')).toContainText('1 of 2 unhealthy')
    await expect(getRow(page, 'checkout').getByRole('img', { name: 'warning' })).toBeVisible()
    await expect(page.getByText('8 checks')).toBeVisible()
  })

  test('stores hidePassing, groupBy and tabBy in the browser, not in the address [HEALTH-05]', async ({ page }) => {
    await page.goto('/health')
    await getSwitch(page, 'Hide Passing').click()
    await page.getByRole('button', { name: 'Group By canary_name' }).click()
    await page.getByRole('option', { name: 'type', exact: true }).click()
    await page.getByRole('button', { name: 'Tab By namespace' }).click()
    await page.getByRole('option', { name: 'env', exact: true }).click()
    await expect(page.getByRole('tab', { name: /^staging/ })).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Group By type' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Tab By env' })).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Hide Passing' })).not.toBeChecked()
  })

  test('groups by no-group, four fields or any label; tabs by two fields or any label [HEALTH-13,HEALTH-15]', async ({
    page,
  }) => {
    await page.goto('/health')
    const options = page.getByRole('option')
    await page.getByRole('button', { name: /^Group By/ }).click()
    await expect(options).toHaveText([
      'no-group',
      'canary_name',
      'name',
      'description',
      'type',
      'critical',
      'env',
      'team',
    ])
    await options.filter({ hasText: 'no-group' }).click()
    await expect.poll(() => namesIn(page)).toEqual(['authorize payment', 'orders database'])
    await expect(options).toHaveCount(0)
    await page.getByRole('button', { name: /^Tab By/ }).click()
    await expect(options).toHaveText(['namespace', 'agent_id', 'critical', 'env', 'team'])
  })

  test('falls back to All when the selected tab disappears [HEALTH-17]', async ({ page, backend }) => {
    await showPassing(page)
    await page.goto('/health')
    await page.getByRole('tab', { name: /^platform/ }).click()
    await expect(getRow(page, 'ingress 4')).toBeVisible()
    await expect(getRow(page, 'orders database')).toHaveCount(0)
    backend.checks = usualChecks().filter(({ namespace }) => namespace !== 'platform')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByRole('tab', { name: /^All/ })).toHaveAttribute('aria-selected', 'true')
    await expect(getRow(page, 'orders database')).toBeVisible()
  })

  test('shows recent activity when all checks pass, and failures when they return [HEALTH-08]', async ({
    page,
    backend,
  }) => {
    backend.checks = [3, 4, 5].map((n) => check(n, { name: `fine ${n}`, namespace: 'platform' }))
    await page.goto('/health')
    await expect(page.getByRole('heading', { name: '3 of 3 healthy' })).toBeVisible()
    await expect(page.getByText(/^Oldest result \d+s\. No failures for 10m\./)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Next expected results' })).toContainText('fine 3')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export next expected results' }).click()
    await page.getByRole('menuitem', { name: 'Export CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^checks-next-/)
    await page.getByRole('button', { name: 'Show 3 passing' }).click()
    await expect(getRow(page, 'fine 4')).toBeVisible()
  })

  test('text fits beside an open check when all checks pass', async ({ page, backend }) => {
    backend.checks = [3, 4, 5].map((n) => check(n, { name: `fine ${n}`, canary_name: `platform canary ${n}` }))
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/health?checkId=${checkId(3)}&timeRange=1h`)
    await expect(page.getByRole('heading', { name: '3 of 3 healthy' })).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'fine 3' })).toBeVisible()
    const spilling = () =>
      page
        .getByRole('region', { name: 'Checks' })
        .locator('th, td')
        .evaluateAll((cells) =>
          cells
            .filter((cell) => getComputedStyle(cell).overflow === 'visible' && cell.scrollWidth > cell.clientWidth + 1)
            .map((cell) => cell.textContent),
        )
    await expect.poll(spilling).toEqual([])
  })

  test('does not reorder under the pointer, and shows the number of pending changes', async ({ page, backend }) => {
    await showPassing(page)
    await page.goto('/health')
    // Cells are painted before groups: a pointer on groups of the previous test would freeze their positions.
    await expect(getRow(page, 'capture payment')).toBeVisible()
    await expect
      .poll(async () => (await namesIn(page)).join())
      .toMatch(/^orders,orders database,(?!.*(?:platform canary|fine))/)
    await getRow(page, 'orders database').hover()
    const before = await namesIn(page)
    backend.checks = usualChecks()
    Object.assign(backend.checks[5] ?? {}, { status: 'unhealthy', message: 'gone' })
    await page.getByRole('button', { name: 'Refresh' }).focus()
    await page.keyboard.press('Enter')
    const pill = page.getByRole('button', { name: /changes? waiting/ })
    await expect(pill).toBeVisible()
    expect(await namesIn(page)).toEqual(before)
    await expect(getRow(page, 'ingress 6')).toContainText('gone')
    await pill.click()
    await expect.poll(async () => (await namesIn(page)).indexOf('ingress 6')).toBeLessThan(before.indexOf('ingress 6'))
  })

  test('keeps the scroll position when failures appear above', async ({ page, backend }) => {
    backend.checks = many()
    await showPassing(page)
    await page.goto('/health')
    await getRow(page, 'canary 1').hover()
    await page.mouse.wheel(0, 310)
    const inView = getRow(page, 'canary 20')
    await expect.poll(async () => (await inView.boundingBox())?.y).toBeLessThan(600)
    await page.mouse.move(700, 20)
    const before = await inView.boundingBox()
    backend.checks = many()
    for (const row of backend.checks.slice(51)) Object.assign(row, { status: 'unhealthy', message: 'gone' })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.locator('.facts-line')).toContainText('9 unhealthy')
    expect((await inView.boundingBox())?.y).toBe(before?.y)
  })

  test('cuts a long message in its tooltip [HEALTH-25]', async ({ page, backend }) => {
    backend.checks = [check(1, { name: 'chatty', status: 'unhealthy', message: 'x'.repeat(5000) })]
    await page.goto('/health')
    await expect(getRow(page, 'chatty').getByTitle(`${'x'.repeat(199)}…`)).toBeVisible()
  })
})

test.describe('the filters', () => {
  test('form a column: a toggle, labels and a search of at most 480 px [HEALTH-06,HEALTH-09,HEALTH-11]', async ({
    page,
  }) => {
    await page.goto('/health')
    const column = page.getByRole('complementary', { name: 'Filters' })
    await expect(column.getByRole('checkbox', { name: 'Hide Passing' })).toBeVisible()
    await expect(column.getByRole('region', { name: 'Label env' })).toBeVisible()
    const search = column.getByPlaceholder('Search by name, description, or endpoint')
    await expect(search).toBeVisible()
    await expect(page.locator('.health-search')).toHaveCSS('max-width', '480px')
    await column.getByRole('button', { name: 'Hide filters' }).click()
    await expect(column).toHaveCount(0)
    await page.getByRole('button', { name: 'Filters' }).click()
    await expect(column).toBeVisible()
  })

  test('search name, description and endpoint by the address [HEALTH-04,HEALTH-10]', async ({ page }) => {
    await showPassing(page)
    for (const [query, found] of [
      ['capture', 'capture payment'],
      ['takes the money', 'capture payment'],
      ['host-4.example', 'ingress 4'],
    ] as const) {
      await page.goto(`/health?query=${encodeURIComponent(query)}`)
      await expect(getRow(page, found)).toBeVisible()
      await expect(page.getByText('1 check', { exact: true })).toBeVisible()
      await expect(page.getByRole('searchbox', { name: 'Search checks' })).toHaveValue(query)
    }
  })

  test('write typed text into the address, and report when nothing matches [HEALTH-04]', async ({ page }) => {
    await page.goto('/health')
    await page.getByRole('searchbox', { name: 'Search checks' }).fill('vault')
    await expect(page).toHaveURL(/\?query=vault$/)
    await expect(page.getByRole('heading', { name: 'No checks match these filters' })).toBeVisible()
    await page.getByRole('button', { name: 'Remove “vault”' }).click()
    await expect(getRow(page, 'orders database')).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
  })

  test('include and exclude by label as in the address [HEALTH-03,HEALTH-21]', async ({ page }) => {
    await showPassing(page)
    await page.goto(`/health?labels=${encodeURIComponent('{"env=staging":-1}')}`)
    await expect(page.getByText('7 checks')).toBeVisible()
    const staging = page.getByRole('region', { name: 'Label env' }).getByRole('button', { name: /staging/ })
    await staging.click()
    await expect(page.getByText('8 checks')).toBeVisible()
    await staging.click()
    await expect(page.getByText('1 check', { exact: true })).toBeVisible()
    expect(labelsIn(page.url())).toBe('{"env=staging":1}')
    await expect(getRow(page, 'capture payment')).toBeVisible()
  })

  test('round-trip special labels through the address [HEALTH-03]', async ({ page, backend }) => {
    const odd = { 'odd/k=%y': 'a"b\\c{}||||é', plain: 'x' }
    backend.checks = [
      check(1, { name: 'odd one', status: 'unhealthy', labels: odd }),
      check(2, { name: 'other', status: 'unhealthy', labels: { 'odd/k=%y': 'else' } }),
    ]
    await page.goto('/health')
    await page.getByRole('button', { name: /a"b/ }).click()
    await expect(getRow(page, 'other')).toHaveCount(0)
    await page.reload()
    await expect(getRow(page, 'odd one')).toBeVisible()
    await expect(getRow(page, 'other')).toHaveCount(0)
  })

  test('show boolean labels as toggles instead of in the lists [HEALTH-19]', async ({ page }) => {
    await showPassing(page)
    await page.goto('/health')
    await getSwitch(page, 'critical').click()
    await expect(page.getByText('1 check', { exact: true })).toBeVisible()
    expect(labelsIn(page.url())).toBe('{"critical=true":1}')
    await expect(page.getByRole('region', { name: 'Label critical' })).toHaveCount(0)
    await getSwitch(page, 'critical').click()
    await expect(page.getByText('8 checks')).toBeVisible()
  })

  test('name up to three selected labels and count four or more [HEALTH-20]', async ({ page }) => {
    await page.goto('/health')
    const button = page.getByRole('button', { name: /^team:/ })
    await button.click()
    for (const n of [1, 2, 3]) await page.getByRole('button', { name: new RegExp(`^team-${n}`) }).click()
    await expect(button).toHaveText('team-1, team-2, team-3')
    await page.getByRole('button', { name: /^team-4/ }).click()
    await expect(button).toHaveText('4 of 8 included')
  })
})

test.describe('polling the backend', () => {
  test('repeats at an interval, on refresh and on a new time range [HEALTH-37,HEALTH-38,HEALTH-39]', async ({
    page,
    backend,
  }) => {
    await page.goto('/health')
    await expect(getRow(page, 'orders database')).toBeVisible()
    const before = countRequests(backend.requests)
    await expect.poll(() => countRequests(backend.requests)).toBeGreaterThan(before)
    const beforeRefresh = countRequests(backend.requests)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect
      .poll(() => countRequests(backend.requests), { intervals: [50], timeout: 2_500 })
      .toBeGreaterThan(beforeRefresh)
    await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toBeVisible()
    const beforeRange = countRequests(backend.requests)
    await page.getByRole('button', { name: 'Last 1h' }).click()
    await page.getByRole('button', { name: '3h', exact: true }).click()
    await expect(page).toHaveURL(/timeRange=3h/)
    await expect
      .poll(() => countRequests(backend.requests), { intervals: [50], timeout: 2_500 })
      .toBeGreaterThan(beforeRange)
  })

  test('shows a skeleton until the first response, then how to add a check [HEALTH-18]', async ({ page }) => {
    const backend = await startSummaryBackend()
    backend.more = createDetailResponses(backend)
    await page.route('**/api/properties', (route) => route.fulfill({ json: [] }))
    // The relay polls from its start and times out after a while, so the page is opened immediately.
    backend.holds = '/canary/api/summary'
    const env = { BACKEND_URL: backend.url, DATABASE_URL: await emptyDatabase() }
    const relay = await startRelay({ env })
    await page.goto(`${relay.url}/health`, { waitUntil: 'commit' })
    await expect(page.getByLabel('Loading checks')).toBeVisible()
    await expect(page.getByText('No checks yet')).toHaveCount(0)
    backend.letGo()
    await expect(page.getByRole('heading', { name: 'No checks yet' })).toBeVisible()
    await expect(page.getByText('kind: Canary')).toBeVisible()
    await expect(page.getByLabel('Loading checks')).toHaveCount(0)
    await page.goto('about:blank')
    await relay.stop()
    await backend.stop()
  })

  test('keeps the last rows and shows the error when the backend responds with 500', async ({ page, backend }) => {
    await page.goto('/health')
    // A response that was in flight before this test is reported before the relay polls again.
    const before = countRequests(backend.requests)
    await expect.poll(() => countRequests(backend.requests)).toBeGreaterThan(before + 1)
    await expect(getRow(page, 'orders database')).toBeVisible()
    backend.failWith = 500
    await expect(page.getByRole('alert')).toContainText(/No check updates since .* ago\..*status 500: the disk is full/)
    await expect(getRow(page, 'orders database').getByRole('img', { name: 'unhealthy, stale' })).toBeVisible()
    await expect(page.getByText('Last known', { exact: true })).toBeVisible()
    backend.failWith = null
    await page.getByRole('button', { name: 'Retry now' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(getRow(page, 'orders database').getByRole('img', { name: 'unhealthy', exact: true })).toBeVisible()
  })
})

test('fits on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/health')
  await expect(getRow(page, 'authorize payment')).toContainText('expected 200, got 503')
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(overflow).toBe(0)
  await page.getByRole('button', { name: 'Filters' }).click()
  await getSwitch(page, 'Hide Passing').click()
  await page.getByRole('button', { name: 'Hide filters' }).click()
  await getRow(page, 'capture payment').click()
  const panel = page.getByRole('complementary', { name: 'capture payment' })
  await expect(panel).toBeVisible()
  await expect.poll(overflow).toBe(0)
  for (const action of ['Run Now', 'Silence', 'Close'])
    await expect(panel.getByRole('button', { name: action, exact: true })).toBeInViewport({ ratio: 1 })
})

test('tabs that do not fit are scrolled, not cut', async ({ page }) => {
  await page.setViewportSize({ width: 260, height: 844 })
  await page.goto('/health')
  const tabs = page.getByRole('tablist', { name: 'Checks by tab' }).getByRole('tab')
  await expect(tabs.nth(1)).toBeVisible()
  const listCut = () =>
    tabs.evaluateAll((all) => all.flatMap((tab) => (tab.scrollWidth > tab.clientWidth ? [tab.textContent] : [])))
  await expect.poll(listCut).toEqual([])
})
