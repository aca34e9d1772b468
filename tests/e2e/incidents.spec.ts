import { expect, test } from '#tests/fixtures/browser.ts'
import { holdRequests } from '#tests/fixtures/hold-requests.ts'

// Own relay: these incidents must not appear in other files.
const failingCheck = 'nowhere'
const failing = `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata: { name: fails }
spec:
  schedule: '@every 1h'
  folder: [{ name: ${failingCheck}, path: /nowhere/at/all }]
`
test.use({ relayOptions: { resources: { 'fails.yaml': failing } } })

for (const [device, width] of [
  ['a desk', 1440],
  ['a phone', 390],
] as const)
  test(`the layout on ${device} does not shift when the possible owners load`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const release = await holdRequests(page, /\/api\/db\/(people|teams|components)\?/)
    await page.goto('/incidents')
    if (device === 'a phone') await page.getByRole('button', { name: 'Filters' }).click()
    const below = page.getByRole('heading', { name: 'No open incidents' })
    const beside = [page.getByRole('group', { name: 'Show' }), page.getByRole('button', { name: 'New incident' })]
    const boxes = () => Promise.all([below, ...beside].map((each) => each.boundingBox()))
    await expect(below).toBeVisible()
    const before = await boxes()
    expect(before).not.toContain(null)
    release()
    const owner = page.getByRole('combobox', { name: 'Owner' })
    await expect.poll(() => owner.getByRole('option').count()).toBeGreaterThan(1)
    expect(await boxes()).toEqual(before)
  })

test('opens, investigates, discusses and resolves an incident, and the list follows [INC-01,INC-02,INC-03,INC-04,INC-05,INC-06,INC-07,INC-08,INC-09,INC-10,INC-12,SHELL-09,SHELL-10]', async ({
  page,
  context,
  relay,
}) => {
  await page.goto('/incidents')
  await expect(page.getByRole('heading', { name: 'No open incidents' })).toBeVisible()
  await page.getByRole('button', { name: 'New incident' }).click()
  const dialog = page.getByRole('dialog', { name: 'New incident' })
  await dialog.getByRole('button', { name: 'Create incident' }).click()
  await expect(dialog.getByText('Please select incident severity')).toBeVisible()
  await expect(dialog.getByText('Please select an incident type')).toBeVisible()
  await dialog.getByLabel('Title').fill('Card payments fail in EU')
  await dialog.getByLabel('Severity').selectOption('Medium')
  await dialog.getByLabel('Type').selectOption('technicalDebt')
  await dialog.getByRole('button', { name: 'Create incident' }).click()

  await expect(page.getByRole('heading', { level: 2, name: 'Card payments fail in EU' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: /^INC-\d+$/ })).toBeVisible()
  const status = page.getByRole('combobox', { name: 'Status', exact: true })
  await expect(status).toHaveValue('open')
  await expect(page.getByRole('combobox', { name: 'Commander' })).not.toHaveValue('')
  await expect(page.getByRole('combobox', { name: 'Communicator' })).not.toHaveValue('')

  const second = await context.newPage()
  await second.goto('/incidents')
  const row = second.getByRole('table', { name: 'Incidents' }).getByRole('row', { name: /Card payments fail in EU/ })
  await expect(row).toContainText('technicalDebt')

  const board = page.getByRole('region', { name: 'Hypotheses' })
  await board.getByLabel('Possible cause').fill('The mesh upgrade broke TLS')
  await page.keyboard.press('Enter')
  const root = board.getByRole('listitem', { name: 'The mesh upgrade broke TLS' })
  await expect(root.getByRole('combobox')).toHaveValue('possible')
  await expect(board.getByLabel('Possible cause')).toHaveValue('')
  await root.getByRole('button', { name: 'Add factor' }).click()
  await root.getByLabel(/^A factor of/).fill('Old root certificate')
  await page.keyboard.press('Enter')
  const factor = root.getByRole('listitem', { name: 'Old root certificate' })
  await factor.getByRole('button', { name: 'Add solution' }).click()
  await factor.getByLabel(/^A solution of/).fill('Roll the mesh back')
  await page.keyboard.press('Enter')
  const solution = factor.getByRole('listitem', { name: 'Roll the mesh back' })
  await expect(solution).toBeVisible()
  await expect(solution.getByRole('button', { name: /^Add/ })).toHaveCount(0)
  await root.getByRole('combobox', { name: /The mesh upgrade broke TLS/ }).selectOption('likely')

  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByRole('textbox', { name: 'Comment' }).fill('<b>All pods</b> fail the handshake')
  await timeline.getByRole('button', { name: 'Comment' }).click()
  await expect(timeline.getByText('<b>All pods</b> fail the handshake')).toBeVisible()
  await expect(timeline.getByText('rated “The mesh upgrade broke TLS” as likely')).toBeVisible()
  await expect(row).toContainText('<b>All pods</b> fail the handshake')

  const [{ id = '' } = {}] = (await (await fetch(`${relay.url}/api/db/incidents?select=id`)).json()) as {
    id?: string
  }[]
  const patched = await fetch(`${relay.url}/api/db/incidents?id=eq.${id}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ status: 'mitigated' }),
  })
  expect(patched.status).toBeLessThan(300)
  await expect(status).toHaveValue('mitigated')
  await status.selectOption('resolved')
  await expect(timeline.getByText('set the status to resolved')).toBeVisible()
  await expect(page.getByText('from open to over')).toBeVisible()
  await expect(second.getByRole('heading', { name: 'No open incidents' })).toBeVisible()
  await second.getByRole('button', { name: 'Show all incidents' }).click()
  await expect(row).toContainText('resolved')
})

test('shows a status conflict with the value of the other user', async ({ page, relay }) => {
  const session = (await (await fetch(`${relay.url}/api/auth/whoami`)).json()) as {
    payload: { user: { id: string } }
  }
  const write = (path: string, method: 'POST' | 'PATCH', body: object) =>
    fetch(`${relay.url}/api/db/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
      body: JSON.stringify(body),
    })
  const incident = { title: 'Two at once', description: '', type: 'cost', severity: 'low', status: 'open' }
  const made = await write('incidents?select=id', 'POST', { ...incident, created_by: session.payload.user.id })
  const [{ id = '' } = {}] = (await made.json()) as { id?: string }[]
  await page.goto(`/incidents/${id}`)
  const status = page.getByRole('combobox', { name: 'Status', exact: true })
  await expect(status).toHaveValue('open')
  await page.route(
    (url) => url.pathname === '/api/db/incidents',
    async (route) => {
      if (route.request().method() === 'PATCH')
        await write(`incidents?id=eq.${id}`, 'PATCH', { status: 'investigating' })
      await route.continue()
    },
  )
  await status.selectOption('closed')
  await expect(page.getByText('Someone else changed this in the meantime.')).toBeVisible()
  await expect(status).toHaveValue('investigating')
})

test('restores unsent comments and new incidents', async ({ page, relay }) => {
  await page.goto('/incidents')
  await page.getByRole('button', { name: 'New incident' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Half a thought')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New incident' }).click()
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Half a thought')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(
    ((await (await fetch(`${relay.url}/api/db/incidents?title=eq.Half a thought`)).json()) as unknown[]).length,
  ).toBe(0)
})

test('reports an incident that does not exist', async ({ page }) => {
  await page.goto('/incidents/nothing')
  await expect(page.getByRole('heading', { level: 2, name: 'Incident not found' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Incidents' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Incidents' })).toBeVisible()
})

interface Rows {
  readonly me: string
  readonly write: (path: string, method: 'POST' | 'PATCH' | 'DELETE', body?: object) => Promise<{ id: string }>
}

const createRowWriter = async (url: string): Promise<Rows> => {
  const session = (await (await fetch(`${url}/api/auth/whoami`)).json()) as { payload: { user: { id: string } } }
  const write: Rows['write'] = async (path, method, body) => {
    const response = await fetch(`${url}/api/db/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true)
    const [row] = (await response.json()) as { id: string }[]
    return row ?? { id: '' }
  }
  return { me: session.payload.user.id, write }
}

const openedBy = ({ me, write }: Rows, title: string) =>
  write('incidents', 'POST', {
    title,
    description: '',
    type: 'cost',
    severity: 'low',
    status: 'open',
    created_by: me,
    commander_id: me,
    communicator_id: me,
  })

test('requires a reason to resolve with a failing check; reopens, renames concurrently and reassigns an incident', async ({
  page,
  relay,
}) => {
  const rows = await createRowWriter(relay.url)
  const { me, write } = rows
  const { id } = await openedBy(rows, 'Payments fail')
  const cause = { incident_id: id, title: 'The mesh', type: 'root', status: 'possible', created_by: me }
  const hypothesis = await write('hypotheses', 'POST', cause)
  const failing = async () =>
    (await (
      await fetch(`${relay.url}/api/db/checks?select=id,name&name=eq.${failingCheck}&status=eq.unhealthy`)
    ).json()) as { id: string; name: string }[]
  await expect.poll(async () => (await failing()).length).toBe(1)
  const [check = { id: '', name: '' }] = await failing()
  const evidence = { hypothesis_id: hypothesis.id, type: 'check', check_id: check.id, created_by: me }
  await write('evidences', 'POST', { ...evidence, description: 'It began with this', evidence: { check_id: check.id } })

  await page.goto(`/incidents/${id}`)
  await expect(page.getByRole('region', { name: 'Current checks' }).getByText('1 of 1 failing')).toBeVisible()
  const status = page.getByRole('combobox', { name: 'Status', exact: true })
  await status.selectOption('resolved')
  const dialog = page.getByRole('dialog', { name: /^Resolve INC-/ })
  await expect(dialog.getByText('1 of 1 check still fails.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Resolve anyway' })).toBeDisabled()
  await dialog.getByLabel('Reason to resolve anyway').fill('The check is wrong')
  await dialog.getByRole('button', { name: 'Resolve anyway' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(status).toHaveValue('resolved')
  await expect(page.getByText('Resolved anyway: The check is wrong')).toBeVisible()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(status).toHaveValue('open')

  await page.getByRole('button', { name: 'Rename incident' }).click()
  const title = page.getByRole('textbox', { name: 'Rename incident' })
  await title.fill('Card payments fail')
  await write(`incidents?id=eq.${id}`, 'PATCH', { title: 'Payments fail in EU' })
  await expect(page.getByText('Title changed in the meantime to “Payments fail in EU”.')).toBeVisible()
  await expect(title).toHaveValue('Card payments fail')
  await page.getByRole('button', { name: 'Use mine' }).click()
  await title.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Card payments fail' })).toBeVisible()

  const people = page.getByRole('region', { name: 'Responders', exact: true })
  await people.getByRole('button', { name: 'Add responder' }).click()
  await people.getByLabel('Person or team').selectOption({ value: `person ${me}` })
  await people.getByLabel('Request', { exact: true }).fill('Look at the mesh')
  await people.getByRole('button', { name: 'Request help' }).click()
  await expect(people.getByText('Look at the mesh')).toBeVisible()
  await people.getByRole('button', { name: 'Accept' }).click()
  await expect(people.getByText(/^accepted/)).toBeVisible()
  await people.getByLabel('Commander').selectOption('')
  await page.goto('/incidents?show=unacknowledged')
  const row = page.getByRole('row', { name: /Card payments fail/ })
  await expect(row).toContainText('unassigned')
  await row.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(row).toHaveCount(0)
})

test('offers the input for a deleted hypothesis for copying; comments mention people and run no scripts', async ({
  page,
  relay,
}) => {
  const rows = await createRowWriter(relay.url)
  const { me, write } = rows
  const { id } = await openedBy(rows, 'Orders are stale')
  const hypothesis = await write('hypotheses', 'POST', {
    incident_id: id,
    title: 'The queue',
    type: 'root',
    status: 'possible',
    created_by: me,
  })
  await page.goto(`/incidents/${id}`)
  const board = page.getByRole('region', { name: 'Hypotheses' })
  await board.getByRole('button', { name: 'Rename “The queue”' }).click()
  await board.getByRole('textbox', { name: 'Rename “The queue”' }).fill('The queue of orders-eu')
  await write(`hypotheses?id=eq.${hypothesis.id}`, 'DELETE')
  await expect(board.getByText('“The queue” was deleted while you were writing.')).toBeVisible()
  await board.getByRole('button', { name: 'Add as hypothesis' }).click()
  await expect(board.getByRole('listitem', { name: 'The queue of orders-eu' })).toBeVisible()
  await expect(board.getByText('while you were writing')).toHaveCount(0)

  const timeline = page.getByRole('region', { name: 'Timeline' })
  const comment = timeline.getByRole('textbox', { name: 'Comment' })
  await comment.pressSequentially('@adm')
  await expect(timeline.getByRole('listbox').getByRole('option')).toHaveText([/Admin/])
  await comment.press('Enter')
  await comment.pressSequentially('see **this** <script>alert(1)</script>')
  await comment.press('Control+Enter')
  await expect(timeline.locator('strong', { hasText: 'this' })).toBeVisible()
  await expect(timeline.getByText('<script>alert(1)</script>')).toBeVisible()
  const storedComments = (await (await fetch(`${relay.url}/api/db/comments?incident_id=eq.${id}`)).json()) as {
    comment: string
  }[]
  expect(storedComments.map(({ comment: text }) => text)).toEqual([
    `[@Admin](person:${me}) see **this** <script>alert(1)</script>`,
  ])
})

test('stakeholders read status updates by a link until it is revoked', async ({ page, browser, relay }) => {
  const session = (await (await fetch(`${relay.url}/api/auth/whoami`)).json()) as {
    payload: { user: { id: string } }
  }
  const incident = { title: 'Payments hang', description: 'only inside', type: 'cost', severity: 'low', status: 'open' }
  const made = await fetch(`${relay.url}/api/db/incidents?select=id`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
    body: JSON.stringify({ ...incident, created_by: session.payload.user.id }),
  })
  const [{ id = '' } = {}] = (await made.json()) as { id?: string }[]
  await page.goto(`/incidents/${id}`)
  const waiting = page.getByRole('region', { name: 'Status updates' })
  const linksResponse = page.waitForResponse((response) => response.url().endsWith('/links'))
  await waiting.getByRole('button', { name: 'Create link' }).click()
  await expect(waiting.getByText('Copy the link now')).toBeVisible()
  const { token } = (await (await linksResponse).json()) as { token: string }

  const outside = await (await browser.newContext({ baseURL: relay.url })).newPage()
  await outside.goto(`/status#${token}`)
  await expect(outside.getByRole('heading', { name: 'Payments hang' })).toBeVisible()
  await expect(outside.getByText('No updates published yet.')).toBeVisible()
  await outside.setViewportSize({ width: 1920, height: 1080 })
  await outside.goto(`/status?wall=55in+5m#${token}`)
  await expect(outside.getByRole('heading', { name: 'Payments hang' })).toBeVisible()
  await expect(outside.locator('html')).toHaveCSS('font-size', '51px')
  await outside.goto(`/status#${token}`)
  await expect(outside.getByText('No updates published yet.')).toBeVisible()
  await expect(outside.locator('html')).toHaveCSS('font-size', '16px')
  await waiting.getByRole('button', { name: 'Write update' }).click()
  await waiting.getByLabel('Impact').fill('Cards in the EU')
  await waiting.getByLabel('Update', { exact: true }).fill('**Half** of all payments hang. More at noon.')
  await waiting.getByRole('button', { name: 'Publish' }).click()
  await expect(waiting.getByLabel('Update', { exact: true })).toHaveValue('')
  await expect(waiting.getByLabel('Impact')).toHaveValue('Cards in the EU')
  await expect(waiting.getByRole('list', { name: 'Updates' })).toContainText('Half of all payments hang.')
  await expect(outside.getByRole('list', { name: 'Updates' })).toContainText('Half of all payments hang.')
  await expect(outside.getByText('Cards in the EU')).toBeVisible()
  await expect(outside.getByText('only inside')).toHaveCount(0)

  await outside.context().setOffline(true)
  await expect(outside.getByText('This page may be out of date.')).toBeVisible()
  await outside.context().setOffline(false)
  await expect(outside.getByText('This page may be out of date.')).toHaveCount(0)

  await waiting.getByRole('list', { name: 'Links' }).getByRole('button', { name: 'Revoke' }).click()
  await expect(waiting.getByText('Copy the link now')).toHaveCount(0)
  await expect(outside.getByText('This link has expired. Ask the sender for a new one.')).toBeVisible()
  await outside.context().close()
})

test.describe('a rejected script', () => {
  test.use({ expectedConsole: [/status of 400/] })

  test('resolution criteria are met manually or by script, resolve the incident when all are met, and reopen it', async ({
    page,
    relay,
  }) => {
    const rows = await createRowWriter(relay.url)
    const { me, write } = rows
    const { id } = await openedBy(rows, 'Nobody can pay')
    await page.goto(`/incidents/${id}`)
    const done = page.getByRole('region', { name: 'Definition of done' })
    await expect(done.getByRole('button', { name: 'Add condition' })).toBeDisabled()
    const cause = { incident_id: id, title: 'Disk is full', type: 'root', status: 'possible', created_by: me }
    const hypothesis = await write('hypotheses', 'POST', cause)
    const evidence = { hypothesis_id: hypothesis.id, type: 'comment', description: 'A full disk', created_by: me }
    await write('evidences', 'POST', evidence)

    await done.getByRole('button', { name: 'Add condition' }).click()
    await done.getByLabel('Condition', { exact: true }).fill('Two merchants can pay')
    await page.keyboard.press('Enter')
    const merchants = done.getByRole('listitem', { name: 'Two merchants can pay' })
    await expect(merchants).toContainText('not done yet')

    await done.getByRole('button', { name: 'Add condition' }).click()
    await done.getByLabel('Decided by').selectOption({ label: 'A full disk' })
    await done.getByLabel('Done when').fill('incident.severity ==')
    await page.keyboard.press('Enter')
    await expect(done.getByText(/script: .*CEL expression/)).toBeVisible()
    await done.getByLabel('Done when').fill(`incident.severity == 'low'`)
    await page.keyboard.press('Enter')
    await expect(done.getByRole('listitem', { name: 'A full disk' })).toContainText('true')
    await expect(done.getByText('1 of 2 met')).toBeVisible()

    const status = page.getByRole('combobox', { name: 'Status', exact: true })
    await merchants.getByRole('checkbox').click()
    await expect(status).toHaveValue('resolved')
    await expect(done.getByText('all met')).toBeVisible()
    await merchants.getByRole('checkbox').click()
    await expect(status).toHaveValue('open')
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await expect(timeline.getByText('Reopened: “Two merchants can pay” no longer holds.')).toBeVisible()
  })
})
