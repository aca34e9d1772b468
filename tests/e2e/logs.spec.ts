import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseOption } from '#tests/fixtures/choose-option.ts'
import { expect, test as base } from '#tests/fixtures/browser.ts'
import { topologyDocument } from '#tests/fixtures/topologies.ts'

const shop = `  components:
    - name: Checkout
      type: Service
      logs:
        - { name: web, labels: { app: checkout } }
        - { name: database, labels: { app: store } }
`
const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString()
const line = (secondsAgo: number, level: string, msg: string) =>
  `${JSON.stringify({ time: at(secondsAgo), level, msg, pod: 'checkout-7d9c4' })}\n`

const test = base.extend<{ readonly folder: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures this one needs
  folder: async ({}, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-logs-'))
    await writeFile(join(folder, 'web.log'), line(40, 'info', 'served') + line(20, 'error', 'the database is gone'))
    await writeFile(join(folder, 'store.log'), line(30, 'warn', 'shutting down'))
    await provide(folder)
    await rm(folder, { recursive: true })
  },
})
test.use({ relayOptions: { resources: { 'shop.yaml': topologyDocument('shop', shop) } } })

test('reads, searches and expands the log of a component [SHELL-20,LOGS-01,LOGS-02]', async ({ page, folder }) => {
  await page.goto('/logs')
  await expect(page.getByRole('button', { name: /^Component / })).toContainText('Checkout')
  await expect(page.getByText('No log backends yet. Add one in Settings, Log Backends.')).toBeVisible()
  const makeBackend = (app: string, file: string) => ({ labels: { app }, file: { path: join(folder, file) } })
  const backends = [makeBackend('checkout', 'web.log'), makeBackend('store', 'store.log')]
  const saved = await page.request.post('/api/db/logging_backends', {
    data: { name: 'files', spec: { backends }, source: 'UI' },
  })
  expect(saved.status()).toBe(201)
  await page.getByRole('button', { name: 'Refresh' }).click()
  const lines = page.getByRole('region', { name: 'Lines' })
  await expect(lines.locator('summary')).toHaveText([/ERROR.*the database is gone/, /INFO.*served/])
  await lines.locator('summary').filter({ hasText: 'the database is gone' }).click()
  await expect(lines.getByText('checkout-7d9c4').first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search lines' }).fill('SERVED')
  await expect(lines.locator('summary')).toHaveText([/served/])
  await expect(page).toHaveURL(/search=SERVED/)
  await page.getByRole('searchbox', { name: 'Search lines' }).fill('nothing of the kind')
  await expect(page.getByRole('heading', { name: 'No lines match' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search lines' }).fill('')
  await chooseOption(page, 'Log', 'database')
  await expect(lines.locator('summary')).toHaveText([/WARN.*shutting down/])
})

test('on touch the checkbox of a line is large enough for a finger', async ({ page, browser, relay, folder }) => {
  const spec = { backends: [{ labels: { app: 'checkout' }, file: { path: join(folder, 'web.log') } }] }
  await page.request.post('/api/db/logging_backends', { data: { name: 'touched', spec, source: 'UI' } })
  const context = await browser.newContext({ baseURL: relay.url, hasTouch: true, isMobile: true })
  const phone = await context.newPage()
  await phone.goto('/logs')
  const box = await phone
    .getByRole('checkbox', { name: /^Select line of/ })
    .first()
    .boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24)
  await context.close()
})

test('an open line stays open when newer ones arrive, and a wall reloads automatically', async ({ page, folder }) => {
  const added = await page.request.post('/api/db/logging_backends', {
    data: {
      name: 'grows',
      spec: { backends: [{ labels: { app: 'checkout' }, file: { path: join(folder, 'web.log') } }] },
      source: 'UI',
    },
  })
  expect(added.status()).toBe(201)
  await page.goto('/logs')
  const failedLine = page.locator('details').filter({ hasText: 'the database is gone' }).first()
  await failedLine.locator('summary').click()
  await expect(failedLine).toHaveAttribute('open', '')
  await appendFile(join(folder, 'web.log'), line(1, 'info', 'back again'))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('back again').first()).toBeVisible()
  await expect(failedLine).toHaveAttribute('open', '')
  await page.goto('/logs?wall')
  await expect(page.getByText('back again').first()).toBeVisible()
  await appendFile(join(folder, 'web.log'), line(0, 'info', 'seen on the wall'))
  await expect(page.getByText('seen on the wall').first()).toBeVisible()
})

test.describe('failing responses', () => {
  test.use({ expectedConsole: [/status of 503/] })

  test('reports a log that cannot be read, and retries', async ({ page }) => {
    await page.route('**/api/logs', (route) => route.fulfill({ status: 503, json: { error: 'The logs are away.' } }))
    await page.goto('/logs')
    await expect(page.getByRole('alert')).toContainText('The logs are away.')
    await page.unroute('**/api/logs')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})
