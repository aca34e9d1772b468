import type { Page } from '@playwright/test'
import { asRole } from '#tests/fixtures/as-role.ts'
import { expect, test } from '#tests/fixtures/browser.ts'

// Own relay: these incidents must not appear in other files.
test.use({ relayOptions: { name: 'incident-merges' } })

const createIncidentApi = (url: string) => {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${url}/api/db/${path}?select=id`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
      body: JSON.stringify(body),
    })
    const [{ id = '' } = {}] = (await response.json()) as { id?: string }[]
    return id
  }
  const whoami = async () => {
    const session = (await (await fetch(`${url}/api/auth/whoami`)).json()) as { payload: { user: { id: string } } }
    return session.payload.user.id
  }
  const open = async (title: string) =>
    post('incidents', {
      title,
      description: '',
      type: 'availability',
      severity: 'high',
      status: 'open',
      created_by: await whoami(),
    })
  const believe = async (incident: string, title: string) =>
    post('hypotheses', {
      incident_id: incident,
      type: 'root',
      title,
      status: 'possible',
      created_by: await whoami(),
    })
  return { post, open, believe, whoami }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
const chooseAction = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('previews and performs a merge, redirects the old address, and undoes it', async ({ page, context, relay }) => {
  const { open, believe } = createIncidentApi(relay.url)
  const [from, into] = [await open('Cards fail'), await open('Payments fail')]
  await believe(from, 'The mesh upgrade broke TLS')

  const second = await context.newPage()
  await second.goto(`/incidents/${from}`)
  await expect(heading(second, 'Cards fail')).toBeVisible()

  await page.goto(`/incidents/${from}`)
  await chooseAction(page, 'Merge into another…')
  const dialog = page.getByRole('dialog', { name: /^Merge INC-\d+ into another incident$/ })
  await expect(dialog.getByRole('radio', { name: /Cards fail/ })).toHaveCount(0)
  await dialog.getByRole('searchbox', { name: 'Search incidents' }).fill('payments')
  await dialog.getByRole('radio', { name: /Payments fail/ }).click()
  const will = dialog.getByRole('list', { name: 'Merge preview' })
  await expect(will).toContainText(/1 hypothesis moves to INC-\d+\./)
  await expect(will).toContainText(/is closed and keeps its own history\. Its address redirects to INC-\d+\./)
  await dialog.getByRole('button', { name: /^Merge into INC-\d+$/ }).click()

  await expect(heading(page, 'Payments fail')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/incidents/${into}$`))
  const board = page.getByRole('region', { name: 'Hypotheses' })
  await expect(board.getByRole('listitem', { name: 'The mesh upgrade broke TLS' })).toBeVisible()
  await expect(page.getByText(/INC-\d+ “Cards fail” was merged into this incident/)).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Timeline' }).getByText(/merged INC-\d+ “Cards fail” into this incident/),
  ).toBeVisible()

  await expect(second.getByText(/This incident was merged into INC-\d+ “Payments fail”/)).toBeVisible()
  await second.getByRole('textbox', { name: 'Comment' }).fill('Typed meanwhile')
  await second.getByRole('button', { name: 'Comment' }).click()
  await expect(page.getByText('Typed meanwhile')).toBeVisible()

  await page.goto(`/incidents/${from}`)
  await expect(heading(page, 'Payments fail')).toBeVisible()
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await expect(heading(page, 'Cards fail')).toBeVisible()
  await page.getByRole('link', { name: /^Open INC-\d+$/ }).click()
  await page.getByRole('button', { name: 'Undo merge' }).click()
  await expect(page.getByText(/is a separate incident again/)).toBeVisible()
  await expect(board.getByRole('listitem', { name: 'The mesh upgrade broke TLS' })).toHaveCount(0)
  await page.goto(`/incidents/${from}`)
  await expect(heading(page, 'Cards fail')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Status', exact: true })).toHaveValue('open')
})

test.describe('a rejection', () => {
  test.use({ expectedConsole: [/status of 404/] })

  test('a merge into a deleted incident shows the reason, and another target can be chosen', async ({
    page,
    relay,
  }) => {
    const { open } = createIncidentApi(relay.url)
    const [from, deleted] = [await open('Logins fail'), await open('Doomed')]
    await open('Sessions end')
    await page.goto(`/incidents/${from}`)
    await chooseAction(page, 'Merge into another…')
    const dialog = page.getByRole('dialog', { name: /^Merge/ })
    await dialog.getByRole('radio', { name: /Doomed/ }).click()
    await expect(dialog.getByRole('list', { name: 'Merge preview' })).toBeVisible()
    await fetch(`${relay.url}/api/db/incidents?id=eq.${deleted}`, { method: 'DELETE' })
    await dialog.getByRole('button', { name: /^Merge into/ }).click()
    await expect(dialog.getByText(/not found\. It was deleted or you do not have access\./)).toBeVisible()
    await dialog.getByRole('button', { name: 'Choose another' }).click()
    await dialog.getByRole('radio', { name: /Sessions end/ }).click()
    await dialog.getByRole('button', { name: /^Merge into/ }).click()
    await expect(heading(page, 'Sessions end')).toBeVisible()
  })
})

test('splits selected hypotheses and evidence into a new incident', async ({ page, relay }) => {
  const { open, believe, post, whoami } = createIncidentApi(relay.url)
  const id = await open('Everything fails')
  const mesh = await believe(id, 'The mesh')
  await believe(id, 'A slow query')
  await post('evidences', {
    hypothesis_id: mesh,
    type: 'comment',
    description: 'All pods fail the handshake',
    created_by: await whoami(),
  })
  await page.goto(`/incidents/${id}`)
  await chooseAction(page, 'Split…')
  const dialog = page.getByRole('dialog', { name: /^Split INC-\d+$/ })
  // Content that loads into the dialog moves its buttons.
  await expect(dialog.getByRole('checkbox', { name: 'The mesh' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Open new incident' }).click()
  await expect(dialog.getByText('Enter a title for the new incident')).toBeVisible()
  await expect(dialog.getByText('Select what to move to the new incident')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Title of the new incident' }).fill('TLS fails')
  await dialog.getByRole('checkbox', { name: 'The mesh' }).check()
  await expect(dialog.getByRole('checkbox', { name: 'All pods fail the handshake' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Open new incident' }).click()
  await expect(heading(page, 'TLS fails')).toBeVisible()
  const board = page.getByRole('region', { name: 'Hypotheses' })
  await expect(board.getByRole('listitem', { name: 'The mesh' })).toBeVisible()
  await expect(board.getByText('All pods fail the handshake')).toBeVisible()
  await expect(page.getByText(/split this incident off INC-\d+ “Everything fails” with 1 hypothesis/)).toBeVisible()
  await page.goto(`/incidents/${id}`)
  await expect(board.getByRole('listitem', { name: 'A slow query' })).toBeVisible()
  await expect(board.getByRole('listitem', { name: 'The mesh' })).toHaveCount(0)
})

test('without write permission, merging and splitting are disabled with the reason', async ({ page, relay }) => {
  const { open } = createIncidentApi(relay.url)
  const id = await open('Only to look at')
  await asRole(page, 'viewer')
  await page.goto(`/incidents/${id}`)
  await expect(heading(page, 'Only to look at')).toBeVisible()
  const reason = page.getByText(/^Requires write on incident\./)
  await expect(page.getByRole('region', { name: 'Hypotheses' }).getByText(/^Requires write/)).toBeVisible()
  await expect(reason).toHaveCount(1)
  const more = page.getByRole('button', { name: 'More actions' })
  await expect(more).toBeDisabled()
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: /Merge/ })).toHaveCount(0)
  await expect(reason).toHaveCount(2)
})
