import type { Page } from '@playwright/test'
import { z } from 'zod'
import { asRole } from '#tests/fixtures/as-role.ts'
import { expect, test } from '#tests/fixtures/browser.ts'
import { replaceText } from '#tests/fixtures/replace-text.ts'
import { violationsInBothThemes } from '#tests/fixtures/violations.ts'

const rows = z.array(z.looseObject({ id: z.string(), name: z.string(), spec: z.unknown().optional() }))
const listed = async (page: Page, path: string) => rows.parse(await (await page.request.get(`/api/db/${path}`)).json())
const make = async (page: Page, table: string, data: object) => {
  const response = await page.request.post(`/api/db/${table}`, {
    data: { namespace: 'default', source: 'UI', ...data },
    headers: { Prefer: 'return=representation' },
  })
  expect(response.status(), await response.text()).toBe(201)
  return rows.parse(await response.json())[0]?.id ?? ''
}
const spec = { schedule: '@every 1h', tcp: [{ name: 'door', endpoint: '127.0.0.1:9' }] }
const code = (page: Page) => page.getByRole('textbox', { name: 'Spec' })
const errors = (page: Page) => page.getByRole('list', { name: 'Errors of the spec' }).getByRole('listitem')
const openCode = async (page: Page, id: string) => {
  await page.goto(`/settings/canaries/${id}?view=code`)
  await expect(code(page)).toContainText('schedule')
}
const paste = (page: Page, text: string) =>
  code(page).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

test('completes fields and values of the schema with the keyboard, explains them, and Tab can leave', async ({
  page,
}) => {
  const id = await make(page, 'canaries', { name: 'completed', spec })
  await openCode(page, id)
  await replaceText(code(page), 'schedule: "@every 1h"\nhttp:\n  - name: home\n    url: http://127.0.0.1/')
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('transformD')
  const option = page.getByRole('option', { name: /transformDeleteStrategy/ })
  await expect(async () => {
    // The schema may arrive after the last key.
    await page.keyboard.press('Control+Space')
    await expect(option).toHaveAttribute('aria-selected', 'true', { timeout: 5_000 })
  }).toPass()
  await expect(page.getByText('One of Delete, Ignore, MarkHealthy, MarkUnhealthy')).toBeVisible()
  // Also because a list takes no keys for a moment after it opened.
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option')).toHaveText(['Delete', 'Ignore', 'MarkHealthy', 'MarkUnhealthy'])
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(code(page)).toContainText('transformDeleteStrategy: MarkHealthy')
  await code(page).getByText('transformDeleteStrategy').hover()
  await expect(page.locator('.cm-tooltip-hover')).toContainText('Handling of results that transform no longer returns.')

  await page.keyboard.press('Tab')
  await expect(code(page)).toBeFocused()
  await expect(page.getByText('leaves the editor')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(code(page)).not.toBeFocused()
})

test('lists errors of the schema and those that only the relay finds while typing, each leading to its line', async ({
  page,
}) => {
  const id = await make(page, 'canaries', { name: 'checked', spec })
  await openCode(page, id)
  await replaceText(
    code(page),
    'schedule: "@every 1h"\ntcp:\n  - name: door\n    endpointt: a\n    thresholdMillis: fast\n',
  )
  await expect(errors(page)).toHaveText([
    /line 3: endpoint: This field is required/,
    /line 4: Unknown field “endpointt”/,
    /line 5: /,
  ])
  await replaceText(
    code(page),
    'schedule: "@every 1h"\nhttp:\n  - name: home\n    url: http://127.0.0.1/\n    test:\n      expr: code ==\n',
  )
  await expect(errors(page)).toHaveText([/line 6: test: CEL expression/])
  await expect(page.locator('.cm-lintRange-error')).toHaveText('expr')
  await errors(page).getByRole('button').press('Enter')
  await expect(code(page)).toBeFocused()
  await expect(page.locator('.cm-activeLine')).toHaveText('      expr: code ==')
  await page.keyboard.press('End')
  await page.keyboard.type(' 200')
  await expect(errors(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Update' }).click()
  await page.getByRole('dialog', { name: 'Update checked' }).getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Health check updated successfully')).toBeVisible()
})

test('a new document has no error before its name is typed', async ({ page }) => {
  const validated = page.waitForResponse('**/api/resources/validate')
  await page.goto('/playbooks/new')
  expect(await (await validated).json()).toEqual({ problems: [] })
  await expect(code(page)).toContainText('New playbook')
  await expect(errors(page)).toHaveCount(0)
})

test('a form changes only the line of its field: comments, order and spacing of the others stay', async ({ page }) => {
  await page.goto('/settings/canaries/new?type=TCP&view=code')
  const text =
    '# of the team\nschedule:   "@every 30s"   # often\n\ntcp:\n    - name:  door # of the shop\n      endpoint: 127.0.0.1:9\n'
  await replaceText(code(page), text)
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Form' }).click()
  await page.getByLabel('Endpoint *').fill('127.0.0.1:10')
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Code' }).click()
  await expect
    .poll(async () => (await code(page).locator('.cm-line').allTextContents()).join('\n'))
    .toBe(text.replace(':9', ':10'))
})

const pasted = `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata: { name: pasted-check, namespace: web }
spec:
  # twice an hour
  schedule: '@every 30m'
  tcp:
    - { name: door, endpoint: '127.0.0.1:9' }
---
kind: Playbook
metadata: { name: pasted-playbook }
spec:
  title: Pasted
  actions: [{ name: wait, exec: { script: 'true' } }]
---
kind: Canary
metadata: { name: taken }
spec: { schedule: '@every 1h', tcp: [{ name: a, endpoint: '127.0.0.1:9' }] }
`

test.describe('pasting', () => {
  test.use({ expectedConsole: [/409/] })

  test('a pasted file of documents is created with an outcome for each; one of this kind fills the form', async ({
    page,
  }) => {
    await make(page, 'canaries', { name: 'taken', spec })
    await page.goto('/settings/canaries/new?type=TCP&view=code')
    await paste(page, pasted)
    const dialog = page.getByRole('dialog', { name: 'You pasted 3 documents' })
    await dialog.getByRole('button', { name: 'Create 3 documents' }).click()
    const items = dialog.getByRole('list', { name: 'Pasted documents' }).getByRole('listitem')
    await expect(items.nth(0).getByRole('link', { name: 'created' })).toBeVisible()
    await expect(items.nth(1).getByRole('link', { name: 'created' })).toBeVisible()
    await expect(items.nth(2)).toContainText('A health check of this name already exists.')
    await expect(dialog.getByRole('button', { name: 'Create 1 document' })).toBeVisible()
    expect(await violationsInBothThemes(page)).toEqual([])
    expect((await listed(page, 'canaries?name=eq.pasted-check'))[0]?.spec).toMatchObject({ schedule: '@every 30m' })
    expect(await listed(page, 'playbooks?name=eq.pasted-playbook')).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Close' }).click()

    await paste(page, pasted.slice(0, pasted.indexOf('---')))
    await page
      .getByRole('dialog', { name: 'You pasted a document' })
      .getByRole('button', { name: 'Use it here' })
      .click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('pasted-check')
    await expect(page.getByLabel('Namespace', { exact: true })).toHaveValue('web')
    await expect(code(page)).toContainText('# twice an hour')
  })
})

test.describe('a conflict', () => {
  test.use({ expectedConsole: [/409/] })

  test('a save of another user shows at once, and is merged beside the stored text', async ({ page }) => {
    const id = await make(page, 'canaries', { name: 'shared', spec })
    await openCode(page, id)
    await code(page).getByText('127.0.0.1:9').click()
    await page.keyboard.press('End')
    await page.keyboard.type('1')
    const theirs = { schedule: '@daily', tcp: [{ name: 'door', endpoint: '127.0.0.1:9222' }] }
    await page.request.patch(`/api/db/canaries?id=eq.${id}`, { data: { spec: theirs } })
    await expect(page.getByText('Another user saved this health check while you were editing.')).toBeVisible()
    await page.getByRole('button', { name: 'Merge' }).click()
    await expect(page.getByRole('textbox', { name: 'Merged spec' })).toContainText('127.0.0.1:91')
    await expect(page.getByLabel('Stored spec')).toContainText('127.0.0.1:9222')
    const conflicts = page.getByRole('list', { name: 'Conflicts' }).getByRole('listitem')
    await expect(conflicts).toHaveCount(1)
    await conflicts.getByRole('button', { name: 'Take theirs' }).click()
    await expect(page.getByRole('textbox', { name: 'Merged spec' })).toContainText('127.0.0.1:9222')
    await conflicts.getByRole('button', { name: 'Keep mine' }).click()
    await expect(page.getByRole('textbox', { name: 'Merged spec' })).toContainText('127.0.0.1:91')
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Continue editing' }).click()
    await expect(code(page)).toContainText('@daily')
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('Health check updated successfully')).toBeVisible()
    expect((await listed(page, `canaries?id=eq.${id}`))[0]?.spec).toEqual({
      schedule: '@daily',
      tcp: [{ name: 'door', endpoint: '127.0.0.1:91' }],
    })
  })
})

test('what was typed is restored after a reload, and can be discarded', async ({ page }) => {
  const id = await make(page, 'canaries', { name: 'typed-into', spec })
  await openCode(page, id)
  await replaceText(code(page), 'schedule: "@daily"\n')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('Your unsaved changes are restored.')).toBeVisible()
  await expect(code(page)).toHaveText(/@daily/)
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(code(page)).toContainText('endpoint: 127.0.0.1:9')
  await expect(page.getByText('Your unsaved changes are restored.')).toHaveCount(0)
})

test('the dry run of a playbook shows its steps beside the outline, with defaults filled in', async ({ page }) => {
  const playbook = {
    title: 'Roll',
    parameters: [{ name: 'batch', default: '2' }],
    actions: [{ name: 'roll', exec: { script: 'echo {{.params.batch}}' } }],
  }
  const id = await make(page, 'playbooks', { name: 'rolled', title: 'Roll', spec: playbook })
  await page.goto(`/playbooks/${id}`)
  await code(page).getByText('echo').click()
  await expect(page.getByRole('button', { name: /roll exec/ })).toHaveAttribute('aria-current', 'step')
  await expect(page.getByText('Fields of exec')).toBeVisible()
  const trial = page.getByRole('region', { name: 'Dry run' })
  await trial.getByRole('button', { name: 'Try' }).click()
  await expect(trial.getByRole('listitem').first()).toContainText('echo "2"')
  await expect(trial).toContainText('Nothing was run.')
  expect(await listed(page, `playbook_runs?playbook_id=eq.${id}&select=id,name:status`)).toEqual([])
})

test('a viewer reads a document with the keyboard and cannot change it; nothing is validated', async ({ page }) => {
  const id = await make(page, 'canaries', { name: 'read', spec })
  await asRole(page, 'viewer')
  let validated = 0
  await page.route('**/api/resources/validate', (route) => {
    validated += 1
    return route.continue()
  })
  await openCode(page, id)
  await code(page).focus()
  await page.keyboard.type('x')
  await expect(code(page)).toHaveAttribute('aria-readonly', 'true')
  await page.keyboard.press('Tab')
  await expect(code(page)).not.toBeFocused()
  await expect(code(page)).not.toContainText('x')
  expect(validated).toBe(0)
})

test.describe('with a failing relay', () => {
  test.use({ expectedConsole: [/Failed to load resource/] })

  test('the schema still validates, and the page says that the relay did not', async ({ page }) => {
    const id = await make(page, 'canaries', { name: 'alone', spec })
    await page.route('**/api/resources/validate', (route) => route.fulfill({ status: 503, json: { message: 'away' } }))
    await openCode(page, id)
    await expect(page.getByText(/^Validated by the schema only/)).toBeVisible()
    await replaceText(code(page), 'schedule: 5\ntcpp: []\ntcp: 1\n')
    await expect(errors(page).first()).toContainText('line')
  })
})

test('a document of 5,000 lines is edited and validated on a phone, where nothing is wider than the screen', async ({
  page,
}) => {
  const entries = Array.from({ length: 1_650 }, (_, n) => ({ name: `door ${n}`, endpoint: `127.0.0.1:${n + 1}` }))
  const long = ['schedule: "@every 1h"', 'tcp:']
  for (const { name, endpoint } of entries) long.push(`  - name: ${name}`, `    endpoint: ${endpoint}`, '    # checked')
  const id = await make(page, 'canaries', { name: 'long', spec })
  await page.setViewportSize({ width: 390, height: 844 })
  await openCode(page, id)
  await code(page).click()
  await page.keyboard.press('Control+a')
  await paste(page, `${long.join('\n')}\n`)
  await expect(code(page)).toContainText('door 1649')
  await page.keyboard.press('Control+End')
  // Typed line breaks are indented by the editor as soon as it has parsed that far.
  await page.keyboard.insertText('  - name: last\n    endpoint: 127.0.0.1:7')
  await expect(code(page)).toContainText('127.0.0.1:7')
  await expect(errors(page)).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
