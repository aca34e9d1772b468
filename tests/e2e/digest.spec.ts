import type { Page } from '@playwright/test'
import type { SummaryBackend } from '#tests/fixtures/summary-backend.ts'
import { expect, getRow, showPassing, test } from '#tests/fixtures/health-console.ts'

const awayMs = 14 * 60_000

const lookAndRead = () => {
  document.dispatchEvent(new Event('visibilitychange'))
  return sessionStorage.getItem('quarterdeck.seen')
}

const leave = async (page: Page) => {
  await expect.poll(() => page.evaluate(lookAndRead)).not.toBeNull()
  // Without the headers of the console's pages the browser switches the process, which has another session storage.
  const headers = { 'cross-origin-opener-policy': 'same-origin', 'origin-agent-cluster': '?1' }
  const body = '<link rel="icon" href="data:,">'
  await page.route('**/elsewhere', (route) => route.fulfill({ contentType: 'text/html', headers, body }))
  await page.goto('/elsewhere')
  await page.evaluate((ms) => {
    const key = 'quarterdeck.seen'
    const seen: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    const { browserMs, serverMs } = seen as { browserMs: number; serverMs: number }
    sessionStorage.setItem(key, JSON.stringify({ browserMs: browserMs - ms, serverMs: serverMs - ms }))
  }, awayMs)
}

const change = (backend: SummaryBackend, name: string, status: 'healthy' | 'unhealthy', message = '') => {
  const at = new Date().toISOString()
  backend.checks = backend.checks.map((row) =>
    row.name === name ? { ...row, status, message, last_transition_time: at, last_runtime: at } : row,
  )
}
const getState = (page: Page, name: string, state: string) =>
  getRow(page, name).getByRole('img', { name: state, exact: true })

test('shows a digest after an absence, links to its events and can be closed', async ({ page, backend, context }) => {
  await showPassing(page)
  await page.goto('/health')
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
  await expect(getRow(page, 'capture payment')).toBeVisible()

  const colleague = await context.newPage()
  await showPassing(colleague)
  await colleague.goto('/health')
  await expect(getState(colleague, 'capture payment', 'healthy')).toBeVisible()
  await leave(page)
  const steps = [
    ['capture payment', 'unhealthy', 'expected 200, got 503'],
    ['authorize payment', 'healthy'],
    ['ingress 4', 'unhealthy', 'timed out'],
    ['ingress 4', 'healthy'],
    ['ingress 4', 'unhealthy', 'timed out'],
    ['ingress 4', 'healthy'],
  ] as const
  for (const [name, state, message] of steps) {
    change(backend, name, state, message)
    await colleague.getByRole('button', { name: /^Refresh/ }).click()
    await expect(getState(colleague, name, state)).toBeVisible()
  }

  await page.goto('/health?query=payment')
  const digest = page.getByRole('complementary', { name: /^14 min away/ })
  await expect(digest.getByRole('heading')).toHaveText('14 min away: 1 check became unhealthy, 2 recovered')
  await expect(digest.getByRole('status')).toContainText('partly recorded')
  await expect(digest).toContainText('The history does not go back that far.')
  const lines = digest.getByRole('listitem').filter({ has: page.getByRole('link') })
  await expect(lines).toHaveText([
    /capture payment expected 200, got 503\s*\d\d:\d\d:\d\d/,
    /authorize payment healthy again/,
    /ingress 4 failed twice, healthy again/,
  ])
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')

  await lines.nth(2).getByRole('link').click()
  await expect(page.getByRole('complementary', { name: 'ingress 4', exact: true })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('query')).toBe('payment')
  await digest.getByRole('button', { name: 'Show only what changed' }).click()
  await expect(page.locator('.check-name')).toHaveText(['capture payment', 'authorize payment', 'ingress 4'])
  await page.getByRole('button', { name: 'Remove Only 3 changed checks' }).click()
  await expect(getRow(page, 'orders database')).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(digest).toBeHidden()
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
  await expect(getRow(page, 'capture payment')).toBeVisible()
  await expect(digest).toBeHidden()
})
