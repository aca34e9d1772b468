import type { Page } from '@playwright/test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test as base } from '#tests/fixtures/browser.ts'
import { getRow, showPassing } from '#tests/fixtures/health-console.ts'
import { startHttpTarget, startTcpTarget, type Target } from '#tests/fixtures/targets.ts'
import { oncePerWorker } from '#tests/fixtures/worker-values.ts'

interface Targets {
  readonly shop: Target
  readonly port: Target
}

const shop = ({ shop, port }: Targets) => `
kind: Canary
metadata: { name: shop, namespace: payments, labels: { team: web } }
spec:
  schedule: '@every 2s'
  http:
    - { name: home page, url: '${shop.at}', responseCodes: [200] }
  tcp:
    - { name: database port, endpoint: '${port.at}' }
`
const cluster = `
kind: Canary
metadata: { name: cluster, namespace: platform }
spec:
  schedule: '@every 30s'
  pubsub:
    - { name: orders, kafka: { brokers: ['127.0.0.1:9092'], topic: orders } }
`
const oddSchedule = `
kind: Canary
metadata: { name: odd schedule, namespace: platform }
spec:
  schedule: every now and then
  http:
    - { name: beam, url: 'http://127.0.0.1:9/' }
`

const test = base.extend<{ targets: Targets }>({
  targets: oncePerWorker(
    async () => ({ shop: await startHttpTarget(), port: await startTcpTarget() }),
    async (targets) => {
      await targets.shop.stop()
      await targets.port.stop()
    },
  ),
  database: 'embedded',
  relayOptions: ({ targets }, provide) =>
    provide({ resources: { 'shop.yaml': shop(targets), 'cluster.yaml': cluster, 'odd.yaml': oddSchedule } }),
})

const markPage = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-opened-once', ''))
const isSamePage = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-opened-once'))

const expectState = (page: Page, name: string, state: 'healthy' | 'unhealthy') =>
  expect(getRow(page, name).getByRole('img', { name: state, exact: true })).toBeVisible()

test('an open page shows failing and recovering targets without a reload', async ({ page, targets }) => {
  await showPassing(page)
  await page.goto('/health')
  await expectState(page, 'home page', 'healthy')
  await expectState(page, 'database port', 'healthy')
  await markPage(page)

  await targets.shop.break()
  await expectState(page, 'home page', 'unhealthy')
  await expect(getRow(page, 'home page')).toContainText('503')
  await expect(getRow(page, 'shop')).toContainText('1 of 2 unhealthy')
  await targets.port.break()
  await expectState(page, 'database port', 'unhealthy')
  await expect(getRow(page, 'shop')).toContainText('2 of 2 unhealthy')

  await targets.shop.heal()
  await targets.port.heal()
  await expectState(page, 'home page', 'healthy')
  await expectState(page, 'database port', 'healthy')
  expect(await isSamePage(page)).toBe(true)
})

test('lists checks that cannot run and documents that were rejected, with the reason', async ({ page }) => {
  await page.goto('/health')
  await expect(getRow(page, 'orders').getByRole('img', { name: 'unknown' })).toBeVisible()
  await getRow(page, 'orders').click()
  const panel = page.getByRole('complementary', { name: 'orders' })
  await expect(panel).toContainText('run kcat in an exec check')
  await expect(page.getByRole('region', { name: 'Rejected documents' })).toContainText('every now and then')
  await expect(getRow(page, 'beam')).toHaveCount(0)
})

test('a new document adds its check to the open page', async ({ page, relay, targets }) => {
  await showPassing(page)
  await page.goto('/health')
  await expectState(page, 'home page', 'healthy')
  await markPage(page)
  const late = shop(targets).replace('name: shop,', 'name: latecomer,').replace('name: home page', 'name: late page')
  await writeFile(join(relay.resourcesDir, 'late.yaml'), late)
  await expectState(page, 'late page', 'healthy')
  expect(await isSamePage(page)).toBe(true)
})

test('history, graph, spec and Run Now work on the real backend [HEALTH-29]', async ({ page }) => {
  await showPassing(page)
  await page.goto('/health')
  await expectState(page, 'home page', 'healthy')
  const panel = page.getByRole('complementary', { name: 'home page' })
  await expect(async () => {
    // Rows that arrive during the click move the line under it.
    await getRow(page, 'home page').click()
    await expect(panel).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(panel.getByText(/1 to \d+ of \d+ results, newest first/)).toBeVisible()
  const ran = page.waitForResponse((response) => response.url().includes('/api/canary/run/check/'))
  await panel.getByRole('button', { name: 'Run Now' }).click()
  expect((await ran).request().method()).toBe('POST')
  await expect(page.getByText('Check ran: healthy.')).toBeVisible()
  await panel.getByRole('tab', { name: 'Graphs' }).click()
  await expect(panel.locator('.time-plot canvas').first()).toBeVisible()
  await panel.getByRole('tab', { name: 'Spec' }).click()
  await expect(panel.getByRole('region', { name: 'Canary spec' })).toContainText('responseCodes')
})
