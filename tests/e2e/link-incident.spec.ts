import type { Page } from '@playwright/test'
import { expect, test } from '#tests/fixtures/browser.ts'
import { holdRequests } from '#tests/fixtures/hold-requests.ts'

// Own relay: these incidents must not appear in other files.
test.use({ relayOptions: { name: 'link-incident' } })

const openItem = async (page: Page, url: string) => {
  const find = async () => {
    const rows = (await (await fetch(`${url}/api/db/config_items?select=id&deleted_at=is.null&limit=1`)).json()) as {
      id: string
    }[]
    return rows[0]?.id
  }
  await expect.poll(find).toBeDefined()
  await page.goto(`/catalog/${await find()}`)
}

const openDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'Link to incident' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link to incident' })
  await expect(dialog).toBeVisible()
  return dialog
}

test('adds an item as evidence to a new and an existing incident, whose only hypothesis is preselected [INC-11,INC-13,INC-14,INC-15,INC-17,INC-19,INC-20,INC-21,INC-22,INC-23,INC-24,INC-26,INC-27,INC-29,INC-30,INC-34,INC-37]', async ({
  page,
  relay,
}) => {
  await openItem(page, relay.url)
  const dialog = await openDialog(page)
  const title = dialog.getByRole('heading', { name: 'Link to incident' })
  const before = await title.boundingBox()
  await title.evaluate(({ nextElementSibling: name }) => name?.replaceChildren('a long name '.repeat(20)))
  expect(await title.boundingBox(), 'a long name leaves the title whole').toEqual(before)
  await dialog.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(dialog.getByText('Must select or create an incident')).toBeVisible()
  await expect(dialog.getByLabel('Severity')).toHaveCount(0)
  await dialog.getByLabel('Search incidents').first().fill('Disk fills')
  await dialog.getByRole('radio', { name: /^New incident/ }).click()
  await expect(dialog.getByText('Please select incident severity')).toBeVisible()
  await expect(dialog.getByText('Please select an incident type')).toBeVisible()
  await dialog.getByLabel('Severity').selectOption('high')
  await dialog.getByLabel('Type').selectOption('performance')
  await dialog.getByLabel('Description').fill('It hosts the database')
  const release = await holdRequests(page, /api\/db\/evidences/)
  await dialog.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Linking..' })).toBeVisible()
  release()
  await expect(page.getByText('Linked to incident successfully')).toBeVisible()
  await expect(dialog).toHaveCount(0)

  const again = await openDialog(page)
  await again.getByRole('radio', { name: /Disk fills/ }).click()
  await expect(again.getByLabel('Severity')).toHaveCount(0)
  await expect(again.getByRole('radio', { name: /^Disk fills/ })).toBeChecked()
  await again.getByLabel('Description').fill('Seen once more')
  await again.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(again).toHaveCount(0)

  await page.goto('/incidents')
  await page.getByRole('link', { name: 'Disk fills' }).click()
  const evidence = page
    .getByRole('region', { name: 'Hypotheses' })
    .getByRole('list', { name: 'Evidence for Disk fills' })
  await expect(evidence.getByRole('listitem')).toHaveCount(2)
  await expect(evidence.getByRole('listitem').first()).toContainText('It hosts the database')
  await evidence.getByRole('listitem').first().getByRole('link').click()
  await expect(page.getByRole('button', { name: 'Link to incident' })).toBeVisible()
  await page.getByRole('button', { name: '1 open incident' }).click()
  const incidents = page.getByRole('list', { name: 'Incidents' })
  await expect(incidents.getByRole('link')).toHaveText(['Disk fills'])
})

test('selects document lines in the address, opens them by link and adds them as evidence with their path', async ({
  page,
  relay,
}) => {
  await openItem(page, relay.url)
  const spec = page.getByRole('region', { name: 'Spec' })
  await spec.getByText('2', { exact: true }).first().click()
  await spec
    .getByText('4', { exact: true })
    .first()
    .click({ modifiers: ['Shift'] })
  await expect(page).toHaveURL(/selected=2-4/)
  await page.reload()
  const selected = page.getByRole('region', { name: 'Selected lines' })
  await expect(selected).toContainText('Lines 2-4')
  await expect(spec.locator('.cm-line.selected-line')).toHaveCount(3)
  const [second = ''] = await spec.locator('.cm-line.selected-line').allTextContents()
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => void Object.assign(document.body.dataset, { copied: text })
  })
  await selected.getByRole('button', { name: 'Copy path' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-copied', /^\$[.[]/)
  await page.getByRole('searchbox', { name: 'Find in spec' }).fill(second.trim())
  await expect(page.getByText(/^\d+ match(es)?$/)).toBeVisible()

  await selected.getByRole('button', { name: 'Link to incident' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link to incident' })
  await dialog.getByLabel('Search incidents').first().fill('A line is wrong')
  await dialog.getByRole('radio', { name: /^New incident/ }).click()
  await dialog.getByLabel('Severity').selectOption('low')
  await dialog.getByLabel('Type').selectOption('cost')
  await dialog.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(page.getByText('Linked to incident successfully')).toBeVisible()
  await page.goto('/incidents')
  await page.getByRole('link', { name: 'A line is wrong' }).click()
  const documentLines = page.getByRole('list', { name: 'Document lines' }).getByRole('listitem')
  await expect(documentLines).toHaveCount(3)
  await expect(documentLines.first()).toContainText(second.trim())

  await page.goBack()
  await page.goBack()
  await selected.getByRole('button', { name: 'Clear selection' }).click()
  await expect(page).not.toHaveURL(/selected=/)
})

test.describe('a failing response', () => {
  test.use({ expectedConsole: [/status of 503/] })

  test('reports that nothing was linked, keeps the input and opens no second incident on retry [INC-35,INC-36]', async ({
    page,
    relay,
  }) => {
    await openItem(page, relay.url)
    const dialog = await openDialog(page)
    await dialog.getByLabel('Search incidents').first().fill('Mesh is down')
    await dialog.getByRole('radio', { name: /^New incident/ }).click()
    await dialog.getByLabel('Severity').selectOption('critical')
    await dialog.getByLabel('Type').selectOption('availability')
    await dialog.getByLabel('Description').fill('Its sidecar restarts')
    let isDown = true
    await page.route(
      (url) => url.pathname === '/api/db/evidences',
      (route) => (isDown ? route.fulfill({ status: 503, json: { error: 'restarting' } }) : route.continue()),
    )
    await dialog.getByRole('button', { name: 'Link', exact: true }).click()
    await expect(dialog.getByText('Not linked. Your input is still here.')).toBeVisible()
    await expect(dialog.getByLabel('Description')).toHaveValue('Its sidecar restarts')
    isDown = false
    await dialog.getByRole('button', { name: 'Link', exact: true }).click()
    await expect(page.getByText('Linked to incident successfully')).toBeVisible()
    const opened = await fetch(`${relay.url}/api/db/incidents?title=eq.Mesh is down&select=id`)
    expect(await opened.json()).toHaveLength(1)
  })
})

test.describe('where incidents are switched off', () => {
  test('linking is not available [INC-18]', async ({ page, relay }) => {
    await page.route(
      (url) => url.pathname === '/api/properties',
      (route) =>
        route.fulfill({
          json: [{ name: 'incidents.disable', value: 'true', source: 'local', type: '', description: '' }],
        }),
    )
    await openItem(page, relay.url)
    await expect(page.getByRole('button', { name: 'Run playbook' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Link to incident' })).toHaveCount(0)
  })
})

test('links an open item by keyboard: I, two characters, Enter', async ({ page, relay }) => {
  const session = (await (await fetch(`${relay.url}/api/auth/whoami`)).json()) as { payload: { user: { id: string } } }
  const write = async (table: string, body: object) => {
    const response = await fetch(`${relay.url}/api/db/${table}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
      body: JSON.stringify({ ...body, created_by: session.payload.user.id }),
    })
    const [row] = (await response.json()) as { id: string }[]
    return row?.id ?? ''
  }
  const incident = { title: 'Zebra is down', description: '', type: 'cost', severity: 'low', status: 'open' }
  const id = await write('incidents', incident)
  await write('hypotheses', { incident_id: id, title: 'The fence', type: 'root', status: 'possible' })
  await openItem(page, relay.url)
  await expect(page.getByRole('button', { name: 'Link to incident' })).toBeVisible()
  await page.keyboard.press('i')
  await expect(page.getByRole('dialog').getByLabel('Search incidents').first()).toBeFocused()
  await page.keyboard.type('ze')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Linked to incident successfully')).toBeVisible()
  await page.goto(`/incidents/${id}`)
  await expect(page.getByRole('list', { name: 'Evidence for The fence' }).getByRole('listitem')).toHaveCount(1)
})
