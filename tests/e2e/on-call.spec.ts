import { expect, test } from '#tests/fixtures/browser.ts'
import type { APIRequestContext } from '@playwright/test'

test.use({ relayOptions: { name: 'on-call' } })

const add = async (request: APIRequestContext, relation: string, data: object): Promise<string> => {
  const response = await request.post(`/api/db/${relation}`, { data, headers: { prefer: 'return=representation' } })
  expect(response.status()).toBe(201)
  const [row] = (await response.json()) as readonly { readonly id?: string }[]
  return row?.id ?? ''
}

test('a team has a rotation, somebody overrides a shift, and the first page says who is on call', async ({
  page,
  request,
}) => {
  const mara = await add(request, 'people', { name: 'Mara Lindqvist', email: 'mara@example.test' })
  const jonas = await add(request, 'people', { name: 'Jonas Weber', email: 'jonas@example.test' })
  const team = await add(request, 'teams', { name: 'payments', source: 'UI', spec: {} })
  for (const person of [mara, jonas]) await add(request, 'team_members', { team_id: team, person_id: person })

  await page.goto(`/settings/teams/${team}`)
  await page.getByRole('tab', { name: 'On call' }).click()
  await expect(page.getByText('payments has no on-call rotation.')).toBeVisible()
  const rotation = page.getByRole('region', { name: 'Rotation' })
  await rotation.getByRole('button', { name: 'Save rotation' }).click()
  await expect(rotation.getByText('Choose at least one person')).toBeVisible()
  const more = rotation.getByLabel('Add somebody')
  await expect(more).toBeFocused()
  await more.selectOption('Jonas Weber')
  await more.selectOption('Mara Lindqvist')
  await rotation.getByRole('button', { name: 'Mara Lindqvist earlier' }).click()
  await rotation.getByLabel('Each for').selectOption('1 week')
  await rotation.getByLabel('Handed over at').fill('00:00')
  await page.reload()
  await expect(rotation.getByRole('listitem').first()).toContainText('Mara Lindqvist')
  await rotation.getByRole('button', { name: 'Save rotation' }).click()
  await expect(page.getByText('Rotation saved')).toBeVisible()
  const shifts = page.getByRole('region', { name: 'Who is on call' }).getByRole('listitem')
  await expect(shifts.nth(0)).toContainText(/Mara Lindqvist.*now, until/)
  await expect(shifts.nth(1)).toContainText('Jonas Weber')
  await expect(shifts.nth(2)).toContainText('Mara Lindqvist')

  await shifts.nth(0).getByRole('button', { name: 'Override' }).click()
  const dialog = page.getByRole('dialog', { name: 'Override for payments' })
  await dialog.getByLabel('Until').fill('yesterday 14:00')
  await dialog.getByRole('button', { name: 'Save override' }).click()
  await expect(dialog.getByText('Choose who stands in')).toBeVisible()
  await dialog.getByLabel('Who stands in').selectOption('Jonas Weber')
  await expect(dialog.getByText('It must end after it begins')).toBeVisible()
  await dialog.getByLabel('Until').fill('tomorrow 14:00')
  await page.keyboard.press('Enter')
  await expect(shifts.nth(0)).toContainText(/Jonas Weber.*in for Mara Lindqvist.*now, until/)

  await page.getByRole('link', { name: 'Dashboard' }).click()
  const line = page.getByRole('list', { name: 'On call' })
  await expect(line).toContainText('Jonas Weber payments')
  await request.delete(`/api/db/team_members?team_id=eq.${team}&person_id=eq.${jonas}`)
  await expect(line).toContainText(/Mara Lindqvist.*nobody from/, { timeout: 30_000 })
  await line.getByRole('link').click()
  await expect(page.getByText(/^Nobody is on call from/)).toBeVisible()
  await expect(rotation.getByText('somebody who left the team')).toBeVisible()

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

test('somebody unsubscribes from a rule, sets quiet hours, and reads that nothing comes then', async ({
  page,
  request,
}) => {
  const me = ((await (await request.get('/api/auth/whoami')).json()) as { payload: { user: { id: string } } }).payload
    .user.id
  await add(request, 'notifications', { name: 'to me', events: ['check.failed'], person_id: me, source: 'UI' })
  await page.goto('/notifications/silences')
  await page.getByRole('tab', { name: 'Mine' }).click()
  const rules = page.getByRole('region', { name: 'Rules that tell me' })
  const rule = rules.getByRole('listitem').filter({ hasText: 'to me' })
  await expect(rule).toContainText('tells you')
  await rule.getByRole('checkbox', { name: 'to me' }).press('Space')
  await expect(rule.getByRole('checkbox')).not.toBeChecked()
  const wishes = page.getByRole('region', { name: 'When I am told' })
  await wishes.getByLabel('From which severity on').selectOption('High and above')
  await wishes.getByRole('checkbox', { name: 'Quiet hours' }).press('Space')
  await wishes.getByLabel('From', { exact: true }).fill('')
  await wishes.getByRole('button', { name: 'Save' }).click()
  await expect(wishes.getByText('A time of day such as 22:30')).toBeVisible()
  await wishes.getByLabel('From', { exact: true }).fill('21:30')
  await wishes.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(rule.getByRole('checkbox')).not.toBeChecked()
  await expect(wishes.getByLabel('From which severity on')).toHaveValue('high')
  await expect(wishes.getByLabel('From', { exact: true })).toHaveValue('21:30')
})
