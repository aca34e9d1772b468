import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/fixtures/browser.ts'

const canary = `
kind: Canary
metadata: { name: shop, namespace: payments }
spec:
  schedule: '@every 30s'
  http:
    - { name: basket, url: 'http://127.0.0.1:9/' }
    - { name: cart, url: 'http://127.0.0.1:9/' }
`

test.use({ relayOptions: { resources: { 'shop.yaml': canary } } })

const lists = [
  { name: 'a live grid', path: '/health', role: 'grid', label: 'Checks', first: 'State', second: 'Name', last: 'Age' },
  {
    name: 'a table',
    path: '/settings/users',
    role: 'table',
    label: 'Users',
    first: 'Name',
    second: 'Email',
    last: 'State',
  },
] as const

const openChooser = async (page: Page) => {
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  return page.getByRole('list', { name: 'Columns' })
}
const titles = (table: Locator) => table.getByRole('columnheader').allInnerTexts()
const measure = async (header: Locator) => {
  const box = await header.boundingBox()
  if (box === null) throw new Error('The header is not drawn.')
  return box
}
const readWidth = async (header: Locator) => Math.round((await measure(header)).width)

for (const { name, path, role, label, first, second, last } of lists) {
  test(`columns of ${name} are moved, pinned and resized by keyboard and pointer, stored, and reset`, async ({
    page,
  }) => {
    await page.goto(path)
    const table = page.getByRole(role, { name: label })
    const header = (title: string) => table.getByRole('columnheader', { name: title, exact: true })
    await expect(header(second)).toBeVisible()
    const declared = await titles(table)

    const chooser = await openChooser(page)
    await chooser.getByRole('button', { name: `Move ${second} left` }).focus()
    await page.keyboard.press('Enter')
    await expect(chooser.getByRole('button', { name: `Move ${second} left` })).toBeFocused()
    await expect.poll(async () => (await titles(table)).slice(0, 2)).toEqual([second, first])
    await chooser.getByRole('button', { name: `Pin ${last}` }).click()
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await titles(table)).slice(0, 3)).toEqual([last, second, first])

    const before = await measure(header(second))
    await page.mouse.move(before.x + before.width - 3, before.y + before.height / 2)
    await page.mouse.down()
    await page.mouse.move(before.x + before.width + 57, before.y + before.height / 2, { steps: 4 })
    await page.mouse.up()
    const dragged = Math.round(before.width) + 60
    await expect.poll(() => readWidth(header(second))).toBe(dragged)
    await header(second).getByRole('button').focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(() => readWidth(header(second))).toBe(dragged - 16)
    await expect(header(second).getByRole('button')).toBeFocused()

    await page.reload()
    await expect.poll(async () => (await titles(table)).slice(0, 3)).toEqual([last, second, first])
    await expect.poll(() => readWidth(header(second))).toBe(dragged - 16)

    await (await openChooser(page)).page().getByRole('button', { name: 'Reset columns' }).click()
    await expect.poll(() => titles(table)).toEqual(declared)
    await expect.poll(() => readWidth(header(second))).toBe(Math.round(before.width))
  })
}

test('a saved view has its columns, which its viewers change in the address only', async ({ page }) => {
  await page.goto('/settings/users')
  const table = page.getByRole('table', { name: 'Users' })
  await (await openChooser(page)).getByRole('checkbox', { name: 'Roles' }).uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Save this view…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Without roles')
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByText('View saved')).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await page.goto('/settings/users')
  await expect(table.getByRole('columnheader', { name: 'Roles' })).toBeVisible()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('list', { name: 'Views of this page' }).getByRole('link', { name: 'Without roles' }).click()
  await expect(page).toHaveURL(/columns\.users=hide\.roles/)
  await expect(table.getByRole('columnheader', { name: 'Roles' })).toHaveCount(0)
  await (await openChooser(page)).getByRole('checkbox', { name: 'Email' }).uncheck()
  await expect(page).toHaveURL(/columns\.users=hide\.roles\+hide\.email/)
  await page.goto('/settings/users')
  await expect(table.getByRole('columnheader', { name: 'Email' })).toBeVisible()
})

test('columns wider than the window scroll below the pinned ones, and phones and walls ignore the settings', async ({
  page,
}) => {
  await page.goto('/health')
  const grid = page.getByRole('grid', { name: 'Checks' })
  const header = (title: string) => grid.getByRole('columnheader', { name: title, exact: true })
  await expect(header('Name')).toBeVisible()
  const settings = 'pin.name width.about.1400 width.latency.300'
  await page.goto(`/health?columns.health=${encodeURIComponent(settings)}`)
  await expect(header('Name')).toBeVisible()
  const readLeft = async (title: string) => (await measure(header(title))).x
  await expect.poll(async () => (await readLeft('Name')) < (await readLeft('State'))).toBe(true)
  const nameAt = await readLeft('Name')
  await grid.getByRole('row', { name: /basket/ }).hover()
  await page.mouse.wheel(400, 0)
  await expect(header('State')).not.toBeInViewport()
  expect(await readLeft('Name')).toBe(nameAt)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: 'Columns' })).toBeHidden()
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/settings/users?wall&columns.users=hide.roles')
  await expect(page.getByRole('columnheader', { name: 'Roles' })).toBeVisible()
})

test('one row height holds for all lists', async ({ page }) => {
  await page.goto('/health')
  const row = page.getByRole('row', { name: /basket/ })
  await expect(row).toBeVisible()
  expect((await measure(row)).height).toBe(28)
  await openChooser(page)
  await page.getByRole('button', { name: 'Comfortable' }).click()
  await expect.poll(async () => (await measure(row)).height).toBe(34)
  await page.goto('/settings/users')
  const user = page.getByRole('row', { name: /Admin/ })
  await expect(user).toBeVisible()
  expect((await measure(user)).height).toBeGreaterThanOrEqual(34)
})
