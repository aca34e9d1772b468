import { emptyDatabase, expect, test as base } from '#tests/fixtures/browser.ts'
import { startRelay } from '#tests/fixtures/relay.ts'
import { startSummaryBackend, makeSummary, type SummaryBackend } from '#tests/fixtures/summary-backend.ts'
import { oncePerWorker } from '#tests/fixtures/worker-values.ts'

const test = base.extend<{ backend: SummaryBackend }>({
  backend: oncePerWorker(
    () => startSummaryBackend(),
    (backend) => backend.stop(),
  ),
  relayOptions: ({ backend }, provide) => provide({ env: { BACKEND_URL: backend.url } }),
})

const home = makeSummary('0195c0de-0000-7000-8000-000000000001', {
  name: 'home page',
  status: 'unhealthy',
  message: 'answered 500',
})
const shop = makeSummary('0195c0de-0000-7000-8000-000000000002', {
  name: 'shop',
  status: 'unhealthy',
  message: 'timed out',
})

test.use({ expectedConsole: [/Failed to load resource|WebSocket connection/] })

test.beforeEach(({ backend }) => {
  backend.failWith = null
  backend.checks = [home]
})

test('an open page shows changes automatically [HEALTH-39]', async ({ page, backend }) => {
  await page.goto('/health')
  await expect(page.getByText('home page')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
  backend.checks = [home, shop]
  await expect(page.getByText('shop')).toBeVisible()
  backend.checks = [shop]
  await expect(page.getByText('home page')).toBeHidden()
})

test('reports a source failure, keeps its rows, and reports the recovery', async ({ page, backend }) => {
  await page.goto('/health')
  await expect(page.getByText('home page')).toBeVisible()
  backend.failWith = 500
  await expect(page.getByRole('status').filter({ hasText: 'Stale' })).toBeVisible()
  await expect(page.getByText('home page')).toBeVisible()
  backend.failWith = null
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
})

test('reports a relay disconnect, keeps its rows, and catches up after reconnecting', async ({ page, backend }) => {
  test.setTimeout(240_000)
  const env = { BACKEND_URL: backend.url, DATABASE_URL: await emptyDatabase() }
  const first = await startRelay({ env })
  await page.goto(`${first.url}/health`)
  await expect(page.getByText('home page')).toBeVisible()
  await first.stop()
  await expect(page.getByTitle(/Since .* The relay is restarting\./)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Offline' })).toBeVisible()
  await expect(page.getByText('home page')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'last known: 1 of 1 unhealthy' })).toBeVisible()

  backend.checks = [home, shop]
  const second = await startRelay({ env: { ...env, PORT: new URL(first.url).port } })
  await expect(page.getByText('shop')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
  await second.stop()
})
