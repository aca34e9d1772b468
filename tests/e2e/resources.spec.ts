import type { Page } from '@playwright/test'
import { z } from 'zod'
import { chooseOption } from '#tests/fixtures/choose-option.ts'
import { asRole } from '#tests/fixtures/as-role.ts'
import { expect, test } from '#tests/fixtures/browser.ts'
import { holdRequests } from '#tests/fixtures/hold-requests.ts'
import { replaceText } from '#tests/fixtures/replace-text.ts'

const fromFile = `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata:
  name: of-a-file
spec:
  schedule: '@every 1h'
  tcp: [{ name: door, endpoint: '127.0.0.1:9' }]
`
test.use({ relayOptions: { resources: { 'file.yaml': fromFile } } })

const rows = z.array(z.looseObject({ id: z.string(), name: z.string(), spec: z.unknown().optional() }))
const written = async (page: Page, path: string) => rows.parse(await (await page.request.get(`/api/db/${path}`)).json())
const make = async (page: Page, table: string, data: object) => {
  const headers = { Prefer: 'return=representation' }
  const response = await page.request.post(`/api/db/${table}`, { data, headers })
  expect(response.status(), await response.text()).toBe(201)
  const [row] = rows.parse(await response.json())
  return row?.id ?? ''
}
const canary = (name: string, spec: object) => ({ name, namespace: 'default', source: 'UI', spec })
const two = (url: string) => ({
  schedule: '@every 1h',
  tcp: [
    { name: 'first', endpoint: url },
    { name: 'second', endpoint: url },
  ],
})
const code = (page: Page) => page.getByRole('textbox', { name: 'Spec' })

test('creates a health check from its type by the form, runs, saves and lists it [SET-05,SET-06,SET-14,SET-15,SET-16,SET-36,SET-39,SET-40,SET-49,SET-50,SET-51,SET-52,SET-53,UI-52]', async ({
  page,
  relay,
}) => {
  await page.goto('/settings/canaries')
  await page.getByRole('button', { name: 'Add health check' }).click()
  await page.getByRole('button', { name: 'HTTP', exact: true }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('This field is required')).toHaveCount(3)
  await page.getByLabel('Name', { exact: true }).fill('shop')
  await page.getByLabel('Name *').fill('home')
  await page.getByLabel('URL *').fill(`${relay.url}/healthz`)
  await expect(page.getByLabel('Body', { exact: true })).toHaveCount(0)
  await page.getByLabel('Method').selectOption('POST')
  await page.getByLabel('Body', { exact: true }).fill('{}')
  await page.getByRole('group', { name: 'Body type' }).getByRole('button', { name: 'Go Template' }).click()
  await page.getByLabel('Method').selectOption('DELETE')
  await expect(page.getByLabel('Body', { exact: true })).toHaveCount(0)
  await page.getByLabel('Method').selectOption('')
  const codes = page.getByRole('group', { name: 'Response codes' })
  await expect(codes.getByRole('checkbox')).toHaveCount(11)
  await codes.getByLabel('200').check()
  const languages = page.getByRole('group', { name: 'Test language' })
  await expect(languages.getByRole('button')).toHaveText(['None', 'Go Template', 'Javascript', 'Expr', 'JSONPath'])
  await page.getByLabel('Threshold millis').fill('-1')
  await expect(page.getByText('must be 0 or more')).toBeVisible()
  await page.getByLabel('Threshold millis').fill('5000')
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Dry run' }).getByRole('listitem')).toContainText('200 in')
  await page.getByRole('button', { name: 'Code', exact: true }).click()
  await expect(code(page)).toContainText('thresholdMillis: 5000')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Health check created successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/settings\/canaries$/)
  await expect(page.getByRole('row', { name: /shop/ })).toContainText('@every 30s')
  const [row] = await written(page, 'canaries?name=eq.shop')
  expect(row?.spec).toEqual({
    schedule: '@every 30s',
    http: [
      {
        name: 'home',
        url: `${relay.url}/healthz`,
        body: '{}',
        templateBody: true,
        responseCodes: [200],
        thresholdMillis: 5000,
      },
    ],
  })
})

test('shows the effect of a change, confirms removals, and names what is deleted too [SET-01,SET-09,SET-11,SET-16,SET-31,SET-32]', async ({
  page,
}) => {
  const id = await make(page, 'canaries', canary('pair', two('127.0.0.1:9')))
  await page.goto(`/settings/canaries/${id}`)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(crumbs).toContainText('Health Checks')
  await expect(page.getByRole('tab', { name: 'Spec' })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Entries' })
    .getByRole('button', { name: /second/ })
    .click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByLabel('Endpoint *').fill('127.0.0.1:10')
  await expect(page.getByText('Changes 1 check, removes 1 check.')).toBeVisible()
  await page.getByRole('button', { name: 'Update' }).click()
  const confirmDialog = page.getByRole('dialog', { name: 'Update pair' })
  await expect(confirmDialog.getByRole('listitem')).toHaveText(['tcp: second'])
  await confirmDialog.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Health check updated successfully')).toBeVisible()
  expect((await written(page, `canaries?id=eq.${id}`))[0]?.spec).toMatchObject({ tcp: [{ endpoint: '127.0.0.1:10' }] })
  await page.goto(`/settings/canaries/${id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete pair' })
  await expect(question).toContainText('Are you sure you want to delete this resource?')
  await expect(question).toContainText('is deleted too.')
  await question.getByRole('button', { name: 'Delete health check' }).click()
  await expect(page.getByText('pair deleted successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/settings\/canaries$/)
  await expect(page.getByRole('link', { name: 'pair' })).toHaveCount(0)
})

test('merges a concurrent save: one-sided changes are taken, conflicts are chosen', async ({ page }) => {
  const id = await make(page, 'canaries', canary('contested', two('127.0.0.1:9')))
  await page.goto(`/settings/canaries/${id}`)
  await page.getByLabel('Endpoint *').fill('127.0.0.1:11')
  const theirs = two('127.0.0.1:9')
  await page.request.patch(`/api/db/canaries?id=eq.${id}`, {
    data: {
      spec: { ...theirs, schedule: '@daily', tcp: [{ name: 'first', endpoint: '127.0.0.1:12' }, theirs.tcp[1]] },
    },
  })
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Another user saved this health check while you were editing')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take theirs' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Continue editing' }).click()
  await expect(page.getByLabel('Schedule')).toHaveValue('@daily')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Health check updated successfully')).toBeVisible()
  expect((await written(page, `canaries?id=eq.${id}`))[0]?.spec).toMatchObject({
    schedule: '@daily',
    tcp: [{ endpoint: '127.0.0.1:11' }, { endpoint: '127.0.0.1:9' }],
  })
})

test('reports a concurrent deletion and can recreate the resource; a draft survives a reload', async ({ page }) => {
  const id = await make(page, 'canaries', canary('doomed', two('127.0.0.1:9')))
  await page.goto(`/settings/canaries/${id}`)
  await page.getByLabel('Endpoint *').fill('127.0.0.1:13')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByLabel('Endpoint *')).toHaveValue('127.0.0.1:13')
  await page.request.patch(`/api/db/canaries?id=eq.${id}`, { data: { deleted_at: new Date().toISOString() } })
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Another user deleted this health check.')).toBeVisible()
  await page.getByRole('button', { name: 'Create a new health check from it' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Health check created successfully')).toBeVisible()
  const [again] = await written(page, 'canaries?name=eq.doomed&deleted_at=is.null')
  expect(again?.id).not.toBe(id)
  expect(again?.spec).toMatchObject({ tcp: [{ endpoint: '127.0.0.1:13' }, {}] })
})

test('resources from a file are read-only and name their origin [SET-33,SET-34,SET-37]', async ({ page }) => {
  await page.goto('/settings/canaries')
  await page.getByRole('link', { name: 'of-a-file' }).click()
  await expect(page.getByText('the local file file.yaml in RESOURCES_DIR')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('readonly')
  await expect(page.getByLabel('Labels')).toHaveAttribute('readonly')
  await expect(page.getByLabel('Endpoint *')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
})

test('without write permission, the editor is read-only and names the missing permission', async ({ page }) => {
  await asRole(page, 'responder')
  const [row] = await written(page, 'canaries?name=eq.of-a-file')
  await page.goto(`/settings/canaries/${row?.id}`)
  await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(0)
  await page.goto('/settings/canaries')
  await expect(page.getByRole('button', { name: 'Add health check' })).toHaveAttribute('aria-disabled', 'true')
})

test('shows invalid YAML with line and reason, and sends nothing [SET-38]', async ({ page }) => {
  const id = await make(page, 'canaries', canary('typed', two('127.0.0.1:9')))
  await page.goto(`/settings/canaries/${id}?view=code`)
  await replaceText(code(page), 'schedule: "@hourly"\ntcp: [\n')
  await expect(page.getByText(/line \d: /)).toHaveCount(1)
  await expect(page.getByRole('group', { name: 'View' })).toBeVisible()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('1 field has errors')).toBeVisible()
  await expect(code(page)).toContainText('tcp: [')
  expect((await written(page, `canaries?id=eq.${id}`))[0]?.spec).toEqual(two('127.0.0.1:9'))
})

test('a late schema does not move the caret or clear the undo history', async ({ page }) => {
  const release = await holdRequests(page, '**/api/schemas/**')
  const id = await make(page, 'canaries', canary('early', two('127.0.0.1:9')))
  await page.goto(`/settings/canaries/${id}?view=code`)
  await replaceText(code(page), '')
  await code(page).pressSequentially('schedule: ')
  release()
  await page.keyboard.type('never\n')
  await expect(async () => {
    await page.keyboard.press('Control+Space')
    await expect(page.getByRole('option', { name: /^http/ })).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(code(page)).toHaveText('schedule: never')
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('Control+z')
  await expect(code(page)).toContainText('first')
})

test('keys and values of a document have distinct colours in both themes', async ({ page }) => {
  const id = await make(page, 'canaries', canary('coloured', two('127.0.0.1:9')))
  const readColour = async (text: string) =>
    code(page)
      .getByText(text, { exact: true })
      .first()
      .evaluate((element) => getComputedStyle(element).color)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(`/settings/canaries/${id}?view=code`)
    await expect(code(page)).toContainText('first')
    const colours = async () => [await readColour('endpoint'), await readColour('first')]
    await expect.poll(async () => new Set(await colours()).size).toBe(2)
  }
})

test('adds people to a team and removes them [SET-12,SET-17,SET-18,SET-19,SET-20,SET-25,SET-26,SET-27,SET-28,SET-29,SET-30,ERR-27,ERR-28]', async ({
  page,
}) => {
  await page.goto('/settings/teams/new')
  await expect(page.getByLabel('Icon')).toHaveValue('group')
  await page.getByLabel('Name', { exact: true }).fill('crew')
  await replaceText(code(page), 'notifications: []\n')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('link', { name: 'crew' }).click()
  await page.getByRole('tab', { name: 'Members' }).click()
  await expect(page.getByText("You haven't added any team members to the team yet.")).toBeVisible()
  await page.getByRole('button', { name: 'Add users' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add users to the team' })
  const [person] = rows.parse(
    await (await page.request.get('/api/db/people?select=id,name,spec:properties&order=name.asc')).json(),
  )
  const name = person?.name ?? ''
  await dialog.getByRole('checkbox', { name }).check()
  await dialog.getByRole('button', { name: 'Add users' }).click()
  await expect(page.getByText(`${name} added to the team successfully`)).toBeVisible()
  await page.getByRole('button', { name: `Remove ${name}` }).click()
  await expect(page.getByText(`${name} removed from team successfully`)).toBeVisible()
  await expect(page.getByText("You haven't added any team members to the team yet.")).toBeVisible()
})

test('a saved topology redirects to the integrations with all data sources [SHELL-42,SHELL-43,TOPO-09,TOPO-10,TOPO-11,SET-87]', async ({
  page,
}) => {
  const data = { name: 'estate', namespace: 'default', source: 'UI', spec: { components: [{ name: 'a' }] } }
  const id = await make(page, 'topologies', data)
  await page.goto(`/settings/integrations/topologies/${id}`)
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('This field is required')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('the estate')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page).toHaveURL(/\/settings\/integrations$/)
  expect(await written(page, `topologies?id=eq.${id}`)).toMatchObject([{ name: 'the estate' }])
  await page.getByRole('link', { name: 'the estate' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete topology' }).click()
  await expect(page.getByText('the estate deleted successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/settings\/integrations$/)
})

test.describe('failing responses', () => {
  test.use({ expectedConsole: [/500|409/] })

  test('the server rejects a duplicate name and namespace, and the input stays', async ({ page }) => {
    await make(page, 'topologies', {
      name: 'twin',
      namespace: 'default',
      source: 'UI',
      spec: { components: [{ name: 'a' }] },
    })
    await page.goto('/settings/topologies/new')
    await page.getByLabel('Name', { exact: true }).fill('twin')
    await page.getByRole('button', { name: 'Code' }).click()
    await replaceText(code(page), 'components:\n  - name: b\n')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Nothing was saved. Your input is still here.')).toBeVisible()
    await expect(code(page)).toContainText('name: b')
  })

  test('reports a resource that cannot be loaded [SET-02,SET-03]', async ({ page }) => {
    const id = '0195c0de-0000-7000-8000-000000000001'
    let isHeld = true
    await page.route('**/api/db/canaries?*', async (route) => {
      if (isHeld) await page.getByRole('status', { name: 'Loading health check' }).waitFor()
      isHeld = false
      await route.fulfill({ status: 500, json: { message: 'the database is away' } })
    })
    await page.goto(`/settings/canaries/${id}`)
    await expect(page.getByText('the database is away')).toBeVisible()
  })
})

test('shows the history of a resource on its page and in the audit log, and restores a version after showing its changes', async ({
  page,
}) => {
  const id = await make(page, 'canaries', canary('remembered', two('127.0.0.1:9')))
  const spec = { ...two('127.0.0.1:9'), schedule: '@every 2h' }
  await page.request.patch(`/api/db/canaries?id=eq.${id}`, { data: { spec } })
  await page.goto(`/settings/canaries/${id}?tab=history`)
  const entries = page
    .getByRole('region', { name: 'History' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button') })
  await expect(entries).toHaveCount(2)
  await expect(entries.first()).toContainText('schedule: "@every 2h"')
  await entries.last().getByRole('button', { name: 'Restore …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore this version' })
  await expect(dialog.getByRole('region', { name: 'Changes' })).toContainText('@every 1h')
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('remembered restored')).toBeVisible()
  const [row] = await written(page, `canaries?id=eq.${id}`)
  expect(row?.spec).toEqual(two('127.0.0.1:9'))

  await page.getByRole('tab', { name: 'Permissions' }).click()
  await expect(page.getByRole('region', { name: 'Permissions' }).getByRole('row').nth(1)).toContainText(
    'yes role admin',
  )

  await page.goto('/settings/audit?search=remembered')
  const list = page.getByRole('table', { name: 'Audit log' })
  await expect(list.getByRole('row')).toHaveCount(4)
  await page.request.patch(`/api/db/canaries?id=eq.${id}`, { data: { labels: { team: 'web' } } })
  await expect(list.getByRole('row')).toHaveCount(5)
  await list.getByRole('button', { name: 'remembered' }).first().click()
  const panel = page.getByRole('complementary', { name: /changed remembered/ })
  await expect(panel).toContainText('team: web')
  await panel.getByRole('link', { name: 'remembered' }).click()
  await expect(page).toHaveURL(new RegExp(`/settings/canaries/${id}$`))
})

test('finds a resource among the deleted ones and restores it', async ({ page }) => {
  const id = await make(page, 'canaries', canary('came-back', two('127.0.0.1:9')))
  await page.request.patch(`/api/db/canaries?id=eq.${id}`, { data: { deleted_at: 'now()' } })
  await page.goto('/settings/canaries')
  await chooseOption(page, 'Show', 'Deleted')
  await expect(page).toHaveURL(/show=deleted/)
  await page.getByRole('link', { name: 'came-back' }).click()
  await expect(page.getByText('The health check came-back was deleted.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('deleted')
  await page.getByRole('button', { name: 'Restore health check' }).click()
  await expect(page.getByText('came-back restored')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Spec' })).toBeVisible()
  expect((await written(page, `canaries?id=eq.${id}&deleted_at=is.null`)).map(({ spec }) => spec)).toEqual([
    two('127.0.0.1:9'),
  ])
})

test('a playbook and a connection have history, permissions and restore after deletion', async ({ page }) => {
  const spec = { title: 'Kept', actions: [{ name: 'wait', exec: { script: 'true' } }] }
  const playbook = await make(page, 'playbooks', { name: 'kept', namespace: 'default', source: 'UI', spec })
  await page.request.patch(`/api/db/playbooks?id=eq.${playbook}`, { data: { spec: { ...spec, title: 'Kept twice' } } })
  await page.goto(`/playbooks/${playbook}`)
  await page.getByRole('tab', { name: 'History' }).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Kept twice')
  await page.getByRole('tab', { name: 'Permissions' }).click()
  await expect(page.getByRole('region', { name: 'Permissions' })).toContainText('role admin')
  await page.request.patch(`/api/db/playbooks?id=eq.${playbook}`, { data: { deleted_at: 'now()' } })
  await page.goto(`/playbooks/${playbook}`)
  await page.getByRole('button', { name: 'Restore playbook' }).click()
  await expect(page.getByRole('tab', { name: 'Runs' })).toBeVisible()

  const row = { name: 'kept', namespace: 'default', type: 'http', source: 'UI', url: 'http://127.0.0.1:9/' }
  const connection = await make(page, 'connections', row)
  await page.request.patch(`/api/db/connections?id=eq.${connection}`, { data: { url: 'http://127.0.0.1:10/' } })
  await page.goto(`/settings/connections?id=${connection}`)
  const dialog = page.getByRole('dialog', { name: 'kept' })
  await dialog.getByRole('tab', { name: 'History' }).click()
  await expect(dialog.getByRole('region', { name: 'History' })).toContainText('127.0.0.1:10')
})

test('selects health checks by pointer and keyboard and deletes them together', async ({ page }) => {
  for (const name of ['bulk-one', 'bulk-two', 'bulk-three'])
    await make(page, 'canaries', canary(name, two('127.0.0.1:9')))
  await page.goto('/settings/canaries?search=bulk&sortBy=name&sortOrder=asc')
  const table = page.getByRole('table', { name: 'Health Checks' })
  await table.getByRole('checkbox', { name: 'Select bulk-one' }).check()
  await page.keyboard.press('Tab')
  await page.locator('tbody > tr').first().focus()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 2 health checks?' })
  await expect(dialog).toContainText('bulk-one, bulk-two.')
  await dialog.getByRole('button', { name: 'Delete 2 health checks' }).click()
  await expect(page.getByText('2 health checks deleted')).toBeVisible()
  await expect(table.getByRole('link')).toHaveText(['bulk-three'])
})
