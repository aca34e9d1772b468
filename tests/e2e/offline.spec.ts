import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expect, test } from '#tests/fixtures/browser.ts'
import { setSavesData } from '#tests/fixtures/profile.ts'

test.use({ expectedConsole: [/Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED/] })

const rows = z.array(z.looseObject({ id: z.string(), spec: z.unknown() }))
const spec = { schedule: '@every 1h', tcp: [{ name: 'door', endpoint: '127.0.0.1:9' }] }
const make = async (page: Page, name: string) => {
  const response = await page.request.post('/api/db/canaries', {
    data: { name, namespace: 'default', source: 'UI', spec },
    headers: { Prefer: 'return=representation' },
  })
  return rows.parse(await response.json())[0]?.id ?? ''
}
const hasCode = (page: Page, name: RegExp) =>
  page.evaluate(
    (source) => performance.getEntriesByType('resource').some((entry) => new RegExp(source).test(entry.name)),
    name.source,
  )

test('without a connection, other pages open and say what is unavailable, rows stay, and one outage has one age', async ({
  page,
  context,
}) => {
  await make(page, 'kept')
  await page.addInitScript(setSavesData, false)
  await page.goto('/health')
  await expect(page.getByRole('row').filter({ hasText: 'door' })).toBeVisible()
  // A busy browser waits up to 10 s before it loads the code of each page.
  await expect.poll(() => hasCode(page, /incidents-page-.*\.js/), { timeout: 180_000 }).toBe(true)
  await context.setOffline(true)
  try {
    const status = page.getByRole('status').filter({ hasText: 'Offline' })
    await expect(status).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'door' })).toBeVisible()
    const readAges = () =>
      page.evaluate(() => [
        document.querySelector('.live-status-age')?.textContent?.replaceAll(' ', ''),
        /Connection lost[^.]*?(\d+ ?[a-z]+) ago/.exec(document.body.textContent ?? '')?.[1]?.replaceAll(' ', ''),
      ])
    // Both tick, so they are read at once.
    await expect.poll(async () => new Set(await readAges()).size).toBe(1)
    expect((await readAges())[0]).toMatch(/^\d+s$|^\d+min/)
    await page.getByRole('link', { name: 'Incidents', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Incidents' })).toBeVisible()
    await expect(page.getByText(/No internet connection/).first()).toBeVisible()
  } finally {
    await context.setOffline(false)
  }
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
})

test('an action without a connection fails visibly, keeps the input and is not sent later', async ({
  page,
  context,
}) => {
  const id = await make(page, 'unsaved')
  await page.goto(`/settings/canaries/${id}`)
  await page.getByLabel('Endpoint *').fill('127.0.0.1:10')
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') writes.push(request.url())
  })
  await context.setOffline(true)
  try {
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('Nothing was saved. Your input is still here.')).toBeVisible()
    await expect(page.getByText(/No internet connection/).first()).toBeVisible()
  } finally {
    await context.setOffline(false)
  }
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
  expect(writes).toHaveLength(1)
  const stored = rows.parse(await (await page.request.get(`/api/db/canaries?id=eq.${id}`)).json())
  expect(stored[0]?.spec).toEqual(spec)
  await expect(page.getByLabel('Endpoint *')).toHaveValue('127.0.0.1:10')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Health check updated successfully')).toBeVisible()
})
