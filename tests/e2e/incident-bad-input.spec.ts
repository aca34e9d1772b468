import { readFile } from 'node:fs/promises'
import { asRole } from '#tests/fixtures/as-role.ts'
import { expect, test } from '#tests/fixtures/browser.ts'
import { holdRequests } from '#tests/fixtures/hold-requests.ts'

// Own relay: these incidents must not appear in other files.
test.use({ relayOptions: { name: 'incident-bad-input' } })

const send = async (url: string, path: string, method: string, body?: object) => {
  const response = await fetch(`${url}/api/db/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}
const write = async (url: string, path: string, body: object): Promise<string> => {
  const { status, text } = await send(url, path, 'POST', body)
  expect(status, text).toBe(201)
  const [row] = JSON.parse(text) as { id: string }[]
  return row?.id ?? ''
}
const refuse = () => {
  throw new Error('A script ran.')
}
const me = async (url: string) => {
  const session = (await (await fetch(`${url}/api/auth/whoami`)).json()) as { payload: { user: { id: string } } }
  return session.payload.user.id
}
const open = async (url: string, title: string, status = 'open') => {
  const incident = { title, description: '', type: 'cost', severity: 'low', status }
  return write(url, 'incidents', { ...incident, created_by: await me(url) })
}

test('page and backend reject a comment of a megabyte with the reason, and keep the input', async ({ page, relay }) => {
  const id = await open(relay.url, 'Much to say')
  await page.goto(`/incidents/${id}`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  const comment = timeline.getByRole('textbox', { name: 'Comment' })
  const megabyte = 'x'.repeat(1_000_000)
  await comment.fill(megabyte)
  await timeline.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(timeline.getByText('Use at most 20,000 characters.')).toBeVisible()
  expect((await comment.inputValue()).length).toBe(megabyte.length)
  const sent = { incident_id: id, comment: megabyte, created_by: await me(relay.url) }
  const { status, text } = await send(relay.url, 'comments', 'POST', sent)
  expect([status, text]).toEqual([400, expect.stringContaining('comments_comment_length')])
  const stored = await send(relay.url, `comments?incident_id=eq.${id}`, 'GET')
  expect(stored.text).toBe('[]')
})

test('Markdown in comments, titles and manual entries runs no scripts, on the page and in exports', async ({
  page,
  relay,
}) => {
  const hostile = '<img src=x onerror=alert(1)> [click](javascript:alert(2)) <script>alert(3)</script>'
  const id = await open(relay.url, hostile)
  await write(relay.url, 'comments', { incident_id: id, comment: hostile, created_by: await me(relay.url) })
  page.on('dialog', refuse)
  await page.goto(`/incidents/${id}?view=timeline`)
  await expect(page.getByRole('heading', { level: 2, name: hostile })).toBeVisible()
  const whole = page.getByRole('region', { name: 'Full timeline' })
  await expect(whole.getByText('<script>alert(3)</script>')).toBeVisible()
  await expect(whole.locator('img, script, a[href^="javascript"]')).toHaveCount(0)
  await whole.getByLabel('Description').fill(hostile)
  await whole.getByRole('button', { name: 'Add entry' }).click()
  await expect(whole.getByRole('listitem').filter({ hasText: 'alert(3)' })).toHaveCount(2)
  const saved = page.waitForEvent('download')
  await whole.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /HTML/ }).click()
  const html = await readFile(await (await saved).path(), 'utf8')
  const report = await page.context().newPage()
  report.on('dialog', refuse)
  await report.setContent(html)
  await expect(report.getByRole('heading', { level: 2, name: 'Timeline' })).toBeVisible()
  await expect(report.locator('img, script, a')).toHaveCount(0)
})

test('marks evidence whose resource was deleted, and the incident stays usable', async ({ page, relay }) => {
  const spec = { schedule: '@every 1h', folder: [{ name: 'gone soon', path: '/nowhere/at/all' }] }
  const canary = await write(relay.url, 'canaries', { name: 'gone', namespace: 'default', spec, source: 'UI' })
  const checks = async () =>
    JSON.parse((await send(relay.url, `checks?select=id&canary_id=eq.${canary}`, 'GET')).text) as { id: string }[]
  await expect.poll(async () => (await checks()).length).toBe(1)
  const [check] = await checks()
  const id = await open(relay.url, 'A check that goes')
  const by = await me(relay.url)
  const cause = { incident_id: id, title: 'The folder', type: 'root', status: 'possible', created_by: by }
  const hypothesis = await write(relay.url, 'hypotheses', cause)
  const evidence = { hypothesis_id: hypothesis, type: 'check', check_id: check?.id, description: 'It failed' }
  await write(relay.url, 'evidences', { ...evidence, created_by: by })
  await page.goto(`/incidents/${id}`)
  const board = page.getByRole('region', { name: 'Hypotheses' })
  await expect(board.getByRole('link', { name: 'gone soon' })).toBeVisible()
  const deleted = await send(relay.url, `canaries?id=eq.${canary}`, 'PATCH', { deleted_at: new Date().toISOString() })
  expect(deleted.status, deleted.text).toBe(200)
  await expect(board.getByText('deleted since')).toBeVisible()
  await board.getByLabel('Possible cause').fill('Something else')
  await page.keyboard.press('Enter')
  await expect(board.getByRole('listitem', { name: 'Something else' })).toBeVisible()
})

test('on simultaneous status changes, the first wins and the second user sees it', async ({ page, context, relay }) => {
  const id = await open(relay.url, 'Two minds', 'mitigated')
  await page.goto(`/incidents/${id}`)
  const other = await context.newPage()
  await other.goto(`/incidents/${id}`)
  const status = page.getByRole('combobox', { name: 'Status', exact: true })
  await expect(status).toHaveValue('mitigated')
  const release = await holdRequests(page, /\/api\/db\/incidents\?/)
  await page.getByRole('button', { name: 'Resolve' }).click()
  await other.getByRole('combobox', { name: 'Status', exact: true }).selectOption('open')
  await expect(status).toHaveValue('open')
  release()
  await expect(page.getByText('Someone else changed this in the meantime.')).toBeVisible()
  await expect(status).toHaveValue('open')
  const whole = page.getByRole('region', { name: 'Timeline' })
  await expect(whole.getByText('set the status to open')).toHaveCount(1)
  await expect(whole.getByText('set the status to resolved')).toHaveCount(0)
})

test('without write permission, timeline entries are read-only and the reason is shown', async ({ page, relay }) => {
  const id = await open(relay.url, 'Only to read')
  await asRole(page, 'viewer')
  await page.goto(`/incidents/${id}?view=timeline`)
  const whole = page.getByRole('region', { name: 'Full timeline' })
  await expect(whole.getByText('opened the incident')).toBeVisible()
  await expect(whole.getByRole('button', { name: 'Hide' })).toHaveCount(0)
  await expect(whole.getByRole('button', { name: 'Add entry' })).toBeDisabled()
  await expect(whole.getByRole('button', { name: 'Export' })).toBeEnabled()
})

test('pins, hides and filters timeline entries and stores the view in the address', async ({
  page,
  context,
  relay,
}) => {
  const id = await open(relay.url, 'A long night')
  await page.goto(`/incidents/${id}`)
  const other = await context.newPage()
  await other.goto(`/incidents/${id}`)
  await page.getByRole('tab', { name: /^Timeline/ }).click()
  const whole = page.getByRole('region', { name: 'Full timeline' })
  await whole.getByLabel('Description').fill('Called the provider')
  await page.keyboard.press('Enter')
  const line = whole.getByRole('listitem').filter({ hasText: 'Called the provider' })
  await line.getByRole('button', { name: 'Pin' }).click()
  await expect(line.getByText('pinned', { exact: true })).toBeVisible()
  const shown = other.getByRole('region', { name: 'Timeline' }).getByText('Called the provider')
  await expect(shown).toBeVisible()
  await line.getByRole('button', { name: 'Hide' }).click()
  await expect(line).toHaveCount(0)
  await expect(shown).toHaveCount(0)
  await whole.getByRole('button', { name: '1 hidden' }).click()
  await line.getByRole('button', { name: 'Show' }).click()
  await expect(shown).toBeVisible()
  await whole.getByRole('button', { name: /^People/ }).click()
  await expect(whole.getByText('0 entries, newest first')).toBeVisible()
  await page.reload()
  await expect(whole.getByText('0 entries, newest first')).toBeVisible()
  await expect(page).toHaveURL(/without=people/)
})

test('shows the newest entries of a long incident, and exports all', async ({ page, relay }) => {
  const id = await open(relay.url, 'A very long night')
  const by = await me(relay.url)
  const comments = Array.from({ length: 620 }, (_, n) => ({ incident_id: id, comment: `said ${n}`, created_by: by }))
  expect((await send(relay.url, 'comments', 'POST', comments)).status).toBe(201)
  await page.goto(`/incidents/${id}?view=timeline`)
  const whole = page.getByRole('region', { name: 'Full timeline' })
  await expect(whole.getByText('120 older entries are not shown')).toBeVisible()
  const saved = page.waitForEvent('download')
  await whole.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /Markdown/ }).click()
  const markdown = await readFile(await (await saved).path(), 'utf8')
  expect(new Set(markdown.match(/said \d+/g)).size).toBe(620)
})

test('shows the newest of many updates and the period shown, and exports all', async ({ page, relay }) => {
  const id = await open(relay.url, 'Much to tell')
  for (let n = 0; n < 210; n += 1) {
    const request = { method: 'POST', headers: { 'Content-Type': 'application/json' } }
    const body = JSON.stringify({ text: `told ${n} of it`, impact: 'Some cannot pay' })
    const { status } = await fetch(`${relay.url}/api/incident-status/${id}/updates`, { ...request, body })
    expect(status).toBe(201)
  }
  await page.goto(`/incidents/${id}?view=timeline`)
  const whole = page.getByRole('region', { name: 'Full timeline' })
  await expect(whole.getByText(/; updates only since .+/)).toBeVisible()
  await expect(whole.getByText('told 10 of it')).toBeVisible()
  await expect(whole.getByText('told 9 of it')).toHaveCount(0)
  const saved = page.waitForEvent('download')
  await whole.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /Markdown/ }).click()
  const markdown = await readFile(await (await saved).path(), 'utf8')
  expect(new Set(markdown.match(/told \d+ of it/g)).size).toBe(210)
  expect(markdown).not.toContain('Too many')
})

test('changes the time of an entry, marks it and restores the recorded time', async ({ page, relay }) => {
  const id = await open(relay.url, 'Late to write')
  await page.goto(`/incidents/${id}?view=timeline`)
  const whole = page.getByRole('region', { name: 'Full timeline' })
  await whole.getByLabel('Description').fill('The provider called')
  await page.keyboard.press('Enter')
  const line = whole.getByRole('listitem').filter({ hasText: 'The provider called' })
  await expect(line).toContainText('+')
  await line.getByRole('button', { name: 'Time' }).click()
  await page
    .getByRole('dialog', { name: 'Actual time of the event' })
    .getByRole('button', { name: /^1 hour ago/ })
    .click()
  await expect(line).toContainText(/−\d/)
  await expect(line.getByTitle(/^Recorded at/)).toBeVisible()
  await expect(whole.getByRole('listitem').last()).toContainText('The provider called')
  await line.getByRole('button', { name: 'Reset to the recorded time' }).click()
  await expect(line.getByTitle(/^Recorded at/)).toHaveCount(0)
})
