import { expect, test } from '#tests/fixtures/browser.ts'

// They open incidents, which no other file should find: a relay of their own.
test.use({ relayOptions: { env: {} } })

test('an incident is opened, taken apart into hypotheses, talked about and resolved, and the list follows [INC-01,INC-02,INC-03,INC-04,INC-05,INC-06,INC-07,INC-08,INC-09,INC-10,INC-12,SHELL-09,SHELL-10]', async ({
  page,
  context,
  relay,
}) => {
  await page.goto('/incidents')
  await expect(page.getByRole('heading', { name: 'No incidents match' })).toBeVisible()
  await page.getByRole('button', { name: 'New incident' }).click()
  const dialog = page.getByRole('dialog', { name: 'New incident' })
  await dialog.getByRole('button', { name: 'Open incident' }).click()
  await expect(dialog.getByText('Please select incident severity')).toBeVisible()
  await expect(dialog.getByText('Please select an incident type')).toBeVisible()
  await dialog.getByLabel('Title').fill('Card payments fail in EU')
  await dialog.getByLabel('Severity').selectOption('Medium')
  await dialog.getByLabel('Type').selectOption('technicalDebt')
  await dialog.getByRole('button', { name: 'Open incident' }).click()

  await expect(page.getByRole('heading', { level: 2, name: 'Card payments fail in EU' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: /^INC-\d+$/ })).toBeVisible()
  const status = page.getByRole('combobox', { name: 'Status', exact: true })
  await expect(status).toHaveValue('open')
  await expect(page.getByRole('main').getByText('nobody', { exact: true })).toHaveCount(0)

  const second = await context.newPage()
  await second.goto('/incidents')
  const row = second.getByRole('table', { name: 'Incidents' }).getByRole('row', { name: /Card payments fail in EU/ })
  await expect(row).toContainText('technicalDebt')

  const board = page.getByRole('region', { name: 'Hypotheses' })
  await board.getByLabel('What may be the cause').fill('The mesh upgrade broke TLS')
  await page.keyboard.press('Enter')
  const root = board.getByRole('listitem', { name: 'The mesh upgrade broke TLS' })
  await expect(root.getByRole('combobox')).toHaveValue('possible')
  await expect(board.getByLabel('What may be the cause')).toHaveValue('')
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
  await expect(timeline.getByText('“The mesh upgrade broke TLS” is held for likely')).toBeVisible()
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
  await expect(timeline.getByText('Status set to resolved')).toBeVisible()
  await expect(page.getByText('from open to over')).toBeVisible()
  await expect(second.getByRole('heading', { name: 'No incidents match' })).toBeVisible()
  await second.getByRole('button', { name: 'Show all incidents' }).click()
  await expect(row).toContainText('resolved')
})

test('who sets a status that somebody else has set meanwhile is told, and sees theirs', async ({ page, relay }) => {
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
  await expect(page.getByText('Somebody else set it meanwhile.')).toBeVisible()
  await expect(status).toHaveValue('investigating')
})

test('what was typed into a comment or a new incident and not sent is there again', async ({ page, relay }) => {
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

test('an incident that is not there says so', async ({ page }) => {
  await page.goto('/incidents/nothing')
  await expect(page.getByRole('heading', { level: 2, name: 'Incident not found' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Incidents' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Incidents' })).toBeVisible()
})
