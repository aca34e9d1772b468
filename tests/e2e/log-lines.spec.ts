import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test as base } from '#tests/fixtures/browser.ts'
import { topologyDocument } from '#tests/fixtures/topologies.ts'

const shop = `  components:
    - name: Checkout
      type: Service
      logs: [{ name: web, labels: { app: checkout } }]
`
const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString()
const line = (secondsAgo: number, level: string, msg: string) =>
  `${JSON.stringify({ time: at(secondsAgo), level, msg, pod: 'checkout-7d9c4' })}\n`

const test = base.extend<{ readonly folder: string }>({
  folder: async ({ request }, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-logs-'))
    await provide(folder)
    const deleted = await request.patch('/api/db/logging_backends?deleted_at=is.null', { data: { deleted_at: at(0) } })
    expect(deleted.ok()).toBe(true)
    await rm(folder, { recursive: true })
  },
})
// Own relay: these incidents must not appear in other files.
test.use({ relayOptions: { resources: { 'shop.yaml': topologyDocument('shop', shop) } } })

const keep = async (page: Page, name: string, folder: string, file: string) => {
  const backends = [{ labels: { app: 'checkout' }, file: { path: join(folder, file) } }]
  const saved = await page.request.post('/api/db/logging_backends', {
    data: { name, spec: { backends }, source: 'UI' },
  })
  expect(saved.status()).toBe(201)
}

test('counts lines, filters them by field and shows their context', async ({ page, folder }) => {
  const path = join(folder, 'fields.log')
  const many = Array.from({ length: 40 }, (_, i) => line(300 - i, i % 10 === 0 ? 'error' : 'info', `request ${i}`))
  await writeFile(path, `${many.join('')}${line(2, 'warn', 'slow \u001b[31mred\u001b[0m answer')}`)
  await keep(page, 'fields', folder, 'fields.log')
  await page.goto('/logs')
  await expect(page.getByText('41 lines')).toBeVisible()
  await expect(page.getByText('4 errors')).toBeVisible()
  const lines = page.getByRole('region', { name: 'Lines' })
  await expect(lines.locator('summary').first()).toContainText('slow red answer')
  const level = page.getByRole('group', { name: 'level' })
  await level.getByRole('button', { name: /error/ }).click()
  await expect(page).toHaveURL(/field\.level=error/)
  await expect(page.getByText('4 lines')).toBeVisible()
  await expect(lines.locator('summary')).toHaveCount(4)
  await page.getByRole('button', { name: 'Column pod' }).click()
  await expect(lines.locator('summary').first()).toContainText('checkout-7d9c4')
  await lines.locator('summary').filter({ hasText: 'request 20' }).click()
  await lines.getByRole('link', { name: 'Show in context' }).click()
  await expect(page.getByText('40 lines')).toBeVisible()
  const linked = lines.locator('details[open]')
  await expect(linked).toContainText('request 20')
  await expect(linked).toBeInViewport()
  // Only an open line renders its fields.
  await expect(lines.locator('dl')).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Component / })).toContainText('Checkout')
})

test('shows new lines live, and pauses while the user works in them', async ({ page, folder }) => {
  const path = join(folder, 'tail.log')
  await writeFile(path, line(60, 'info', 'long ago'))
  await keep(page, 'tail', folder, 'tail.log')
  await page.goto('/logs')
  const lines = page.getByRole('region', { name: 'Lines' })
  await expect(lines.getByText('long ago').first()).toBeVisible()
  await page.getByRole('button', { name: 'Live tail' }).click()
  await expect(page.getByText('Streaming new lines')).toBeVisible()
  await appendFile(path, line(0, 'info', 'seen at once'))
  await expect(lines.getByText('seen at once').first()).toBeVisible()
  await lines.locator('summary').first().hover()
  await appendFile(path, line(0, 'error', 'seen later'))
  await expect(page.getByRole('button', { name: '1 new line' })).toBeVisible()
  await expect(lines.getByText('seen later')).toHaveCount(0)
  await page.getByRole('button', { name: '1 new line' }).click()
  await expect(lines.getByText('seen later').first()).toBeVisible()
  await page.getByRole('button', { name: 'Stop live tail' }).click()
  await expect(page.getByRole('button', { name: 'Live tail' })).toHaveAttribute('aria-pressed', 'false')
})

test('renders only visible lines, and new lines do not move the reader', async ({ page, folder }) => {
  const path = join(folder, 'many.log')
  await writeFile(path, Array.from({ length: 3_000 }, (_, i) => line(3_100 - i, 'info', `request ${i}`)).join(''))
  await keep(page, 'many', folder, 'many.log')
  await page.goto('/logs?lines=5000&tail=1')
  await expect(page.getByText('3,000 lines')).toBeVisible()
  await expect(page.getByText('Streaming new lines')).toBeVisible()
  const lines = page.getByRole('region', { name: 'Lines' })
  await lines.locator('summary').filter({ hasText: 'request 2999' }).click()
  const pods = lines.getByText('checkout-7d9c4')
  await expect(pods).not.toHaveCount(0)
  expect(await lines.getByRole('checkbox').count()).toBeLessThan(200)
  await page.getByRole('group', { name: 'level' }).hover()
  await page.mouse.wheel(0, 30_000)
  const older = lines
    .locator('summary')
    .filter({ hasText: /request 1\d\d\d/ })
    .first()
  await expect(older).toBeVisible()
  const read = (await older.textContent()) ?? ''
  await appendFile(path, line(0, 'error', 'new at the top'))
  const waiting = page.getByRole('button', { name: '1 new line' })
  await expect(waiting).toBeVisible()
  await expect(lines.locator('summary').filter({ hasText: read })).toBeVisible()
  await waiting.click()
  await expect(lines.locator('summary').first()).toContainText('new at the top')
  // An expanded line is still expanded after scrolling back.
  await expect(pods).not.toHaveCount(0)
})

test('adds selected lines as evidence of an incident', async ({ page, folder }) => {
  await writeFile(join(folder, 'proof.log'), line(9, 'error', 'proof one') + line(8, 'info', 'proof two'))
  await keep(page, 'proof', folder, 'proof.log')
  await page.goto('/logs?search=proof')
  await expect(page.getByText('2 lines')).toBeVisible()
  await page.getByRole('checkbox').first().click()
  await page
    .getByRole('checkbox')
    .nth(1)
    .click({ modifiers: ['Shift'] })
  const selected = page.getByRole('region', { name: 'Selected lines' })
  await expect(selected).toContainText('2 lines')
  await selected.getByRole('button', { name: 'Link to incident' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link to incident' })
  await dialog.getByLabel('Search incidents').first().fill('The shop is down')
  await dialog.getByRole('radio', { name: /^New incident/ }).click()
  await dialog.getByLabel('Severity').selectOption('high')
  await dialog.getByLabel('Type').selectOption('performance')
  await dialog.getByLabel('Description').fill('These lines say so')
  await dialog.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(page.getByText('Linked to incident successfully')).toBeVisible()
  await page.goto('/incidents')
  await page.getByRole('link', { name: 'The shop is down' }).click()
  const evidenceLines = page.getByRole('list', { name: 'Log lines' })
  await expect(evidenceLines.getByRole('listitem')).toHaveText([/INFO.*proof two/, /ERROR.*proof one/])
})
