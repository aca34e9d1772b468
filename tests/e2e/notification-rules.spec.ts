import { asRole } from '#tests/fixtures/as-role.ts'
import { expect, test } from '#tests/fixtures/browser.ts'
import { violationsInBothThemes } from '#tests/fixtures/violations.ts'
import type { Page } from '@playwright/test'

const ofFile = `kind: Notification
metadata: { name: of a file, namespace: ops }
spec:
  events: [check.failed]
  filter: check.type == "http"
`
test.use({ relayOptions: { resources: { 'rule.yaml': ofFile } } })

const rule = { source: 'UI', events: ['check.failed'], custom_services: [{ name: 'hook', url: 'http://127.0.0.1:9/' }] }
const returned = { headers: { Prefer: 'return=representation' } }

const make = async (page: Page, name: string): Promise<string> => {
  const response = await page.request.post('/api/db/notifications', { ...returned, data: { ...rule, name } })
  expect(response.status()).toBe(201)
  const [made] = (await response.json()) as { id: string }[]
  return made?.id ?? ''
}
const change = async (page: Page, id: string, data: object) =>
  expect((await page.request.patch(`/api/db/notifications?id=eq.${id}`, { data })).ok()).toBe(true)
const stored = async (page: Page, id: string) => {
  const rows = (await (await page.request.get(`/api/db/notifications?id=eq.${id}`)).json()) as object[]
  return rows[0]
}

test('merges a concurrent save of a rule: one-sided changes are taken, conflicts are chosen', async ({ page }) => {
  const id = await make(page, 'contested')
  await page.goto(`/notifications/rules/${id}`)
  await page.getByLabel('Filter').fill('check.name == "mine"')
  await change(page, id, { filter: 'check.name == "theirs"', title: 'It fails' })
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText('Another user saved this notification rule while you were editing')).toBeVisible()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Continue editing' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('It fails')
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText('Notification updated successfully')).toBeVisible()
  expect(await stored(page, id)).toMatchObject({ ...rule, title: 'It fails', filter: 'check.name == "mine"' })
})

test('restores a version of a rule after showing its changes', async ({ page }) => {
  const id = await make(page, 'remembered')
  await change(page, id, { filter: 'check.type == "dns"' })
  await page.goto(`/notifications/rules/${id}?tab=history`)
  const entries = page
    .getByRole('region', { name: 'History' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button') })
  await expect(entries).toHaveCount(2)
  await entries.last().getByRole('button', { name: 'Restore …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore this version' })
  await expect(dialog.getByRole('region', { name: 'Changes' })).toContainText('check.type == "dns"')
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('remembered restored')).toBeVisible()
  expect(await stored(page, id)).toMatchObject({ ...rule, filter: null })
})

test('a rule from a file is read-only and names its origin; so are all rules without write permission', async ({
  page,
}) => {
  await page.goto('/notifications/rules')
  await page.getByRole('link', { name: 'of a file' }).click()
  await expect(page.getByText('Linked to a local file in RESOURCES_DIR')).toBeVisible()
  await expect(page.getByLabel('Filter')).toHaveValue('check.type == "http"')
  await expect(page.getByRole('button', { name: 'Save rule' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await expect(page.getByRole('complementary', { name: 'Preview of the last 7 days' })).toBeVisible()

  const id = await make(page, 'readable')
  await asRole(page, 'viewer')
  await page.goto(`/notifications/rules/${id}`)
  await expect(page.getByRole('heading', { name: 'readable' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save rule' })).toHaveCount(0)
})

test('a new rule sends a message for what already fails when that is chosen', async ({ page }) => {
  const spec = { schedule: '@every 1h', folder: [{ name: 'price list', path: '/nowhere/at/all' }] }
  expect((await page.request.post('/api/db/canaries', { data: { name: 'shop', namespace: 'shop', spec } })).ok()).toBe(
    true,
  )
  await page.goto('/notifications/rules/new')
  await page.getByLabel('Name', { exact: true }).fill('tell me')
  await page.getByRole('button', { name: 'Address' }).click()
  await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/hook')
  await expect(page.getByRole('region', { name: 'Failing now' })).toContainText('price list')
  await page.getByText('Notify once for these when saving').click()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText('Notification created successfully')).toBeVisible()
  await expect(page.getByText(/^\d+ events? queued for this rule\.$/)).toBeVisible()
})
