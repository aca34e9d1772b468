import { expect, test } from '#tests/fixtures/browser.ts'
import type { APIRequestContext } from '@playwright/test'

test.use({ relayOptions: { name: 'on-call' } })

const add = async (request: APIRequestContext, relation: string, data: object): Promise<string> => {
  const response = await request.post(`/api/db/${relation}`, { data, headers: { prefer: 'return=representation' } })
  expect(response.status()).toBe(201)
  const [row] = (await response.json()) as readonly { readonly id?: string }[]
  return row?.id ?? ''
}

test('adds a rotation and an override, and the home page shows who is on call', async ({ page, request }) => {
  const mara = await add(request, 'people', { name: 'Mara Lindqvist', email: 'mara@example.test' })
  const jonas = await add(request, 'people', { name: 'Jonas Weber', email: 'jonas@example.test' })
  const team = await add(request, 'teams', { name: 'payments', source: 'UI', spec: {} })
  for (const person of [mara, jonas]) await add(request, 'team_members', { team_id: team, person_id: person })

  await page.goto(`/settings/teams/${team}`)
  await page.getByRole('tab', { name: 'On call' }).click()
  await expect(page.getByText('payments has no on-call rotation.')).toBeVisible()
  const rotation = page.getByRole('region', { name: 'Rotation' })
  await rotation.getByRole('button', { name: 'Save rotation' }).click()
  await expect(rotation.getByText('Select at least one person')).toBeVisible()
  const more = rotation.getByLabel('Add person')
  await expect(more).toBeFocused()
  await more.selectOption('Jonas Weber')
  await more.selectOption('Mara Lindqvist')
  await rotation.getByRole('button', { name: 'Move Mara Lindqvist up' }).click()
  await rotation.getByLabel('Shift length').selectOption('1 week')
  await rotation.getByLabel('Handover time').fill('00:00')
  await page.reload()
  await expect(rotation.getByRole('listitem').first()).toContainText('Mara Lindqvist')
  await rotation.getByRole('button', { name: 'Save rotation' }).click()
  await expect(page.getByText('Rotation saved')).toBeVisible()
  const shifts = page.getByRole('region', { name: 'On call' }).getByRole('listitem')
  await expect(shifts.nth(0)).toContainText(/Mara Lindqvist.*now, until/)
  await expect(shifts.nth(1)).toContainText('Jonas Weber')
  await expect(shifts.nth(2)).toContainText('Mara Lindqvist')

  await shifts.nth(0).getByRole('button', { name: 'Override' }).click()
  const dialog = page.getByRole('dialog', { name: 'Override for payments' })
  await dialog.getByLabel('Until').fill('yesterday 14:00')
  await dialog.getByRole('button', { name: 'Save override' }).click()
  await expect(dialog.locator('.field-error', { hasText: 'Choose a person' })).toBeVisible()
  await dialog.getByLabel('Person').selectOption('Jonas Weber')
  await expect(dialog.getByText('The end must be after the start')).toBeVisible()
  await dialog.getByLabel('Until').fill('tomorrow 14:00')
  await page.keyboard.press('Enter')
  await expect(shifts.nth(0)).toContainText(/Jonas Weber.*covering for Mara Lindqvist.*now, until/)

  await page.getByRole('link', { name: 'Dashboard' }).click()
  const line = page.getByRole('list', { name: 'On call' })
  await expect(line).toContainText('Jonas Weber payments')
  await request.delete(`/api/db/team_members?team_id=eq.${team}&person_id=eq.${jonas}`)
  await expect(line).toContainText(/Mara Lindqvist.*no one from/)
  await line.getByRole('link').click()
  await expect(page.getByText(/^No one is on call from/)).toBeVisible()
  await expect(rotation.getByText('former team member')).toBeVisible()

  await page.getByRole('button', { name: 'Remove rotation' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove rotation' }).click()
  await expect(page.getByText('payments has no on-call rotation.')).toBeVisible()

  await page.goto('/notifications/rules')
  await page.getByRole('button', { name: 'Add rule' }).click()
  const rule = page.getByRole('main')
  await rule.getByLabel('Name').fill('page payments')
  await rule.getByRole('button', { name: 'On call' }).click()
  await rule.getByLabel('To').selectOption('payments')
  await rule.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByRole('row', { name: /page payments/ })).toContainText('on call for payments')
})

test('unsubscribes from a rule, sets quiet hours, and shows that nothing is sent during them', async ({
  page,
  request,
}) => {
  const me = ((await (await request.get('/api/auth/whoami')).json()) as { payload: { user: { id: string } } }).payload
    .user.id
  await add(request, 'notifications', { name: 'to me', events: ['check.failed'], person_id: me, source: 'UI' })
  await page.goto('/notifications/silences')
  await page.getByRole('tab', { name: 'Mine' }).click()
  const rules = page.getByRole('region', { name: 'My rules' })
  const rule = rules.getByRole('listitem').filter({ hasText: 'to me' })
  await expect(rule).toContainText('sends to you')
  await rule.getByRole('checkbox', { name: 'to me' }).press('Space')
  await expect(rule.getByRole('checkbox')).not.toBeChecked()
  const wishes = page.getByRole('region', { name: 'Preferences' })
  await wishes.getByLabel('Minimum severity').selectOption('High and above')
  await wishes.getByRole('checkbox', { name: 'Quiet hours' }).press('Space')
  await wishes.getByLabel('From', { exact: true }).fill('')
  await wishes.getByRole('button', { name: 'Save' }).click()
  await expect(wishes.getByText('Enter a time such as 22:30')).toBeVisible()
  await wishes.getByLabel('From', { exact: true }).fill('21:30')
  await wishes.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(rule.getByRole('checkbox')).not.toBeChecked()
  await expect(wishes.getByLabel('Minimum severity')).toHaveValue('high')
  await expect(wishes.getByLabel('From', { exact: true })).toHaveValue('21:30')
})
