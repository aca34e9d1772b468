import type { Page } from '@playwright/test'
import { healthRanges } from '#shared/health/health-range.ts'
import { chooseOption } from '#tests/fixtures/choose-option.ts'
import { asRole } from '#tests/fixtures/as-role.ts'
import { expect, getRow, showPassing, test } from '#tests/fixtures/health-console.ts'
import { check, checkId } from '#tests/fixtures/health-rows.ts'
import { holdRequests } from '#tests/fixtures/hold-requests.ts'

const detail = `/health?checkId=${checkId(2)}&timeRange=1h`
const panel = (page: Page) => page.getByRole('complementary', { name: 'authorize payment' })
test('opens a check from the address, a row and a link [HEALTH-01,HEALTH-22]', async ({ page }) => {
  await page.goto(detail)
  await expect(panel(page)).toContainText('Unhealthy for 10m')
  await expect(panel(page)).toContainText('expected 200, got 503')
  const messages = page.getByRole('columnheader', { name: 'Message or endpoint' })
  await expect.poll(async () => (await messages.boundingBox())?.width).toBeGreaterThan(200)
  await panel(page).getByRole('button', { name: 'Close' }).click()
  await expect(panel(page)).toHaveCount(0)
  const link = getRow(page, 'authorize payment').getByRole('link')
  await expect(link).toHaveAttribute('href', detail)
  await link.click()
  await expect(panel(page)).toBeVisible()
  await page.goBack()
  await expect(panel(page)).toHaveCount(0)
  await getRow(page, 'authorize payment').click()
  await expect(panel(page)).toBeVisible()
  expect(new URL(page.url()).searchParams.get('checkId')).toBe(checkId(2))
})

test('links a config to the catalog and an incident to its page [HEALTH-23,HEALTH-24]', async ({ page }) => {
  await page.goto(detail)
  await expect(panel(page).getByRole('link', { name: 'authorize-svc' })).toHaveAttribute('href', '/catalog/config-1')
  await expect(panel(page).getByRole('link', { name: /INC-412/ })).toHaveAttribute('href', '/incidents/incident-1')
})

test('the range defaults to 1h and offers twenty values [HEALTH-02,HEALTH-42]', async ({ page }) => {
  await page.goto('/health')
  await page.getByRole('button', { name: 'Last 1h' }).click()
  const lengths = page.getByRole('region', { name: 'Last' })
  await expect(lengths.getByRole('button')).toHaveText([...healthRanges])
  await lengths.getByRole('button', { name: '1w', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Last 1w' })).toBeVisible()
  await page.goto('/health?timeRange=Yesterday')
  await expect(page.getByRole('button', { name: 'Last 1h' })).toBeVisible()
})

test('without a range in the address, the range covers the last run of the check [HEALTH-43]', async ({
  page,
  backend,
}) => {
  const lastRun = new Date(Date.now() - 30 * 3_600_000).toISOString()
  backend.checks = [check(9, { name: 'restore drill', last_runtime: lastRun, interval_ms: 604_800_000 })]
  await page.goto(`/health?checkId=${checkId(9)}`)
  await expect(page.getByRole('button', { name: 'Last 2d' })).toBeVisible()
})

test('reports a check that does not exist', async ({ page }) => {
  await page.goto(`/health?checkId=${checkId(404)}&timeRange=1h`)
  await expect(page.getByRole('heading', { name: 'Check not found' })).toBeVisible()
  await expect(getRow(page, 'orders database')).toBeVisible()
})

test('pages the history by 50 and filters it by status and duration [HEALTH-30,HEALTH-31,HEALTH-32,HEALTH-33]', async ({
  page,
}) => {
  const queries: URLSearchParams[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/db/check_statuses') queries.push(url.searchParams)
  })
  await page.goto(detail)
  await expect(panel(page).getByText('1 to 50 of 120 results, newest first')).toBeVisible()
  expect(await panel(page).locator('tbody tr').count()).toBe(50)
  expect(queries.at(-1)?.get('limit')).toBe('50')
  await panel(page).getByRole('button', { name: 'Older' }).click()
  await expect(panel(page).getByText('51 to 100 of 120 results, newest first')).toBeVisible()
  await chooseOption(page, 'Status', 'Unhealthy', panel(page))
  await expect(panel(page).getByText('1 to 10 of 10 results, newest first')).toBeVisible()
  expect(queries.at(-1)?.get('status')).toBe('eq.0')
  await chooseOption(page, 'Status', 'Healthy', panel(page))
  await expect.poll(() => queries.at(-1)?.get('status')).toBe('eq.1')
  const duration = panel(page).getByLabel('Duration')
  await duration.fill('5m')
  await duration.press('Enter')
  await expect(panel(page).getByRole('alert').filter({ hasText: 'duration' })).toHaveText(
    'duration is allowed only in milli seconds & seconds',
  )
  await duration.fill('0.15s')
  await duration.press('Enter')
  await expect.poll(() => queries.at(-1)?.get('duration')).toBe('gte.150')
  await expect(page).toHaveURL(/results=Healthy&took=0\.15s/)
  await page.reload()
  await expect(panel(page).getByRole('button', { name: 'Status Healthy' })).toBeVisible()
  await expect(duration).toHaveValue('0.15s')
  await expect.poll(() => queries.at(-1)?.get('duration')).toBe('gte.150')
  await duration.fill('All')
  await expect.poll(() => queries.at(-1)?.get('duration')).toBe(null)
  await page.getByRole('tab', { name: 'Graphs' }).click()
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Graphs' })).toHaveAttribute('aria-selected', 'true')
})

test('the graphs request 300 points from the start of the range and share a crosshair [HEALTH-34]', async ({
  page,
}) => {
  const graphRequest = page.waitForRequest((request) => request.url().includes('/api/canary/api/graph'))
  await page.goto(detail)
  const query = new URL((await graphRequest).url()).searchParams
  expect([query.get('check'), query.get('start'), query.get('count')]).toEqual([checkId(2), '1h', '300'])
  await page.getByRole('tab', { name: 'Graphs' }).click()
  const graphs = page.locator('.time-plot')
  await expect(graphs).toHaveCount(2)
  await expect(page.getByText('p50 ')).toBeVisible()
  await page
    .locator('.u-over')
    .first()
    .hover({ position: { x: 300, y: 60 } })
  const moments = page.locator('.time-graph-at > span:first-child')
  await expect(moments.first()).toHaveText(/^\d\d:\d\d:\d\d$/)
  expect(new Set(await moments.allTextContents()).size).toBe(1)
})

test('a drag across a graph zooms to the dragged time in the address, and a double click zooms out', async ({
  page,
}) => {
  await page.goto(`${detail}&detail=graphs`)
  const plot = page.locator('.u-over').first()
  await expect(page.getByText('p50 ')).toBeVisible()
  const box = await plot.boundingBox()
  if (box === null) throw new Error('The graph is not drawn.')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width / 2, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.75, y, { steps: 5 })
  await page.mouse.up()
  await expect(page).toHaveURL(/rangeType=absolute/)
  const params = new URL(page.url()).searchParams
  const zoomedMs = Date.parse(params.get('to') ?? '') - Date.parse(params.get('from') ?? '')
  expect(Math.round(zoomedMs / 60_000)).toBe(15)
  await expect(page.getByRole('button', { name: 'Reset zoom' })).toBeVisible()
  await plot.dblclick({ position: { x: 200, y: 60 } })
  await expect(page).toHaveURL(/timeRange=1h/)
  await expect(page.getByRole('button', { name: 'Reset zoom' })).toHaveCount(0)
})

test('the pointer over a gap shows no results instead of those beside it', async ({ page }) => {
  const status = [50, 49, 48, 47, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((minutes) => ({
    time: new Date(Date.now() - minutes * 60_000).toISOString(),
    status: true,
    duration: 120,
  }))
  await page.route('**/api/canary/api/graph*', (route) => route.fulfill({ json: { status } }))
  await page.goto(`${detail}&detail=graphs`)
  const plot = page.locator('.u-over').first()
  const latency = page.getByRole('figure').filter({ hasText: 'Latency' }).locator('.time-graph-at')
  await expect(latency).toContainText('p50 120 ms')
  const width = (await plot.boundingBox())?.width ?? 0
  await plot.hover({ position: { x: width * 0.93, y: 60 } })
  await expect(latency.locator('b')).toHaveText('120 ms')
  await plot.hover({ position: { x: width / 2, y: 60 } })
  await expect(latency.locator('b')).toHaveText('no results')
})

test('shows properties and spec and copies them', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(detail)
  await page.getByRole('tab', { name: 'Properties' }).click()
  await expect(panel(page).getByText('https://host-2.example/')).toBeVisible()
  await page.getByRole('tab', { name: 'Spec' }).click()
  await expect(panel(page).getByRole('region', { name: 'Canary spec' })).toContainText('kind: Canary')
  await panel(page).getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('Copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('name: checkout')
})

test('the tabs do not move while the preceding changes load', async ({ page }) => {
  const release = await holdRequests(page, /assets\/linked-preceding-[^/]*\.js$/)
  await page.goto(detail)
  const tab = panel(page).getByRole('tab', { name: 'Properties' })
  const preceding = panel(page).getByRole('region', { name: 'Preceding changes' })
  await expect(panel(page).getByRole('link', { name: /Card payments/ })).toBeVisible()
  const before = await tab.boundingBox()
  release()
  await expect(preceding).toContainText('No preceding changes.')
  expect(await tab.boundingBox()).toEqual(before)
})

test.describe('Run Now', () => {
  for (const role of ['admin', 'editor', 'responder', 'commander'])
    test(`is visible for ${role} and runs the check [HEALTH-28,HEALTH-29]`, async ({ page, backend }) => {
      await asRole(page, role)
      await page.goto(detail)
      await panel(page).getByRole('button', { name: 'Run Now' }).click()
      await expect(page.getByText('Check ran: healthy.')).toBeVisible()
      expect(backend.requests).toContain(`POST /canary/run/check/${checkId(2)}`)
    })

  test('does not move while its neighbours load', async ({ page }) => {
    const release = await holdRequests(page, /assets\/run-playbook-(?!button)[^/]*\.js$/)
    await page.goto(detail)
    const runPlaybook = panel(page).getByRole('button', { name: 'Run playbook' })
    await expect(runPlaybook).toBeDisabled()
    const before = await panel(page).getByRole('button', { name: 'Run Now' }).boundingBox()
    release()
    await expect(runPlaybook).toBeEnabled()
    expect(await panel(page).getByRole('button', { name: 'Run Now' }).boundingBox()).toEqual(before)
  })

  for (const role of ['viewer', 'guest'])
    test(`is hidden for ${role} [HEALTH-28]`, async ({ page }) => {
      await asRole(page, role)
      await page.goto(detail)
      await expect(panel(page).getByRole('button', { name: 'More actions' })).toBeVisible()
      await expect(panel(page).getByRole('button', { name: 'Run Now' })).toHaveCount(0)
    })

  test.describe('rejected', () => {
    test.use({ expectedConsole: [/403/] })
    test('shows the reason', async ({ page }) => {
      await page.route('**/api/canary/run/check/**', (route) =>
        route.fulfill({ status: 403, body: 'unauthorized. Access Denied' }),
      )
      await page.goto(detail)
      await panel(page).getByRole('button', { name: 'Run Now' }).click()
      await expect(page.getByText(/Check not run: you do not have permission to run it/)).toBeVisible()
    })
  })
})

test('opens, reads and closes a check by keyboard', async ({ page }) => {
  await showPassing(page)
  await page.goto('/health')
  await expect(getRow(page, 'orders database')).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.locator('.ag-cell-focus, .ag-header-cell:focus')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const opened = page.getByRole('complementary', { name: 'orders database' })
  await expect(opened).toBeFocused()
  await expect(opened.getByRole('heading', { name: 'orders database' })).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await expect(getRow(page, 'orders database')).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(getRow(page, 'orders database')).toBeVisible()
})
