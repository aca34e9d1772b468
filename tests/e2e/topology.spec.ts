import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { chooseOption } from '#tests/fixtures/choose-option.ts'
import { expect, test as base } from '#tests/fixtures/browser.ts'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'

const headline = (name: string, value: number) =>
  `{ name: ${name.toLowerCase()}, label: ${name}, headline: true, value: ${value}, max: 100, unit: percent }`

const topology = (payment: string) => `apiVersion: canaries.flanksource.com/v1
kind: Topology
metadata:
  name: northwind
  namespace: default
spec:
  schedule: '@every 1s'
  components:
    - name: Shop
      type: Application
      icon: cart
      labels: { env: production }
      properties:
        - ${headline('CPU', 57)}
        - ${headline('Disk', 93)}
      components:
        - name: basket
          type: Service
          health: healthy
          properties:
            - { name: address, label: Address, type: url, text: 'https://basket.example.com/' }
        - name: payment
          type: Service
          health: ${payment}
    - name: Intranet
      type: Application
      health: healthy
      labels: { env: test }
      properties:
        - ${headline('CPU', 12)}
    - name: Retired
      type: Application
      health: healthy
      hidden: true
`

const fileName = 'northwind.yaml'

const test = base.extend({})
test.use({
  relayOptions: {
    resources: {
      [fileName]: topology('unhealthy'),
      'machine.yaml': scraperDocument('machine', '  system: [{}]\n'),
    },
  },
})

const cards = (page: Page) => page.getByRole('list', { name: 'Components' }).getByRole('article')
const card = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
const names = (page: Page) => cards(page).getByRole('heading', { level: 3 })

const openDashboard = async (page: Page, query = '') => {
  await page.goto(`/topology${query}`)
  await expect(card(page, 'Shop').or(card(page, 'payment')).first()).toBeVisible()
}

const openShop = async (page: Page) => {
  await openDashboard(page)
  await page.getByRole('link', { name: 'Shop', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: /Shop/ })).toBeVisible()
}

const withTopology = async (folder: string, payment: string, action: () => Promise<void>) => {
  const path = join(folder, fileName)
  await writeFile(path, topology(payment))
  try {
    await action()
  } finally {
    await writeFile(path, topology('unhealthy'))
  }
}

test('the dashboard shows root components, worst first, with reason, properties and children [SHELL-07,TOPO-04]', async ({
  page,
  request,
}) => {
  await openDashboard(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(names(page).first()).toHaveText('Shop')
  await expect(card(page, 'Shop')).toContainText('1 of 2 unhealthy: payment')
  await expect(card(page, 'Shop')).toContainText('CPU57 %')
  await expect(card(page, 'Shop').getByRole('img', { name: 'unhealthy' })).toBeVisible()
  await expect(card(page, 'Retired')).toHaveCount(0)
  await expect(page.getByRole('main').getByText('1 unhealthy', { exact: true })).toBeVisible()
  const response: unknown = await (await request.get('/api/canary/api/topology?noCache')).json()
  expect(JSON.stringify(response)).toContain('"Intranet"')
})

test('a changed document shows on the open page', async ({ page, relay }) => {
  await openDashboard(page)
  await withTopology(relay.resourcesDir, 'warning', async () => {
    await expect(card(page, 'Shop')).toContainText('1 of 2 warning: payment')
  })
  await expect(card(page, 'Shop')).toContainText('1 of 2 unhealthy: payment')
})

test('filters include and exclude, types match below the top level too, and all filters are in the address', async ({
  page,
}) => {
  await openDashboard(page)
  await page.getByRole('button', { name: 'Type: All' }).click()
  const types = page.getByRole('group', { name: 'Type' })
  await types.getByRole('button', { name: /^Service/ }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/type=Service%3A1/)
  await expect(names(page)).toHaveText(['payment', 'basket'])
  await page.getByRole('button', { name: 'Health: All' }).click()
  await page
    .getByRole('group', { name: 'Health' })
    .getByRole('button', { name: /^unhealthy/ })
    .press('Shift+Enter')
  await page.keyboard.press('Escape')
  await expect(names(page)).toHaveText(['basket'])
  await page.reload()
  await expect(names(page)).toHaveText(['basket'])
  await page.goto('/topology?labels=env%3Dtest:1')
  await expect(names(page)).toHaveText(['Intranet'])
  await page.getByRole('button', { name: 'Remove env=test' }).click()
  await expect(card(page, 'Shop')).toBeVisible()
  await page.goto('/topology?type=Nothing:1')
  await expect(page.getByRole('heading', { name: 'No components match' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(card(page, 'Shop')).toBeVisible()
})

test('cards sort by name and headline properties in both directions', async ({ page }) => {
  await openDashboard(page, '?type=Application:1')
  await chooseOption(page, 'Sort', 'Name')
  await expect(page).toHaveURL(/sortBy=name/)
  await expect(names(page)).toHaveText(['Intranet', 'Shop'])
  await chooseOption(page, 'Sort', 'cpu')
  await expect(page).toHaveURL(/sortBy=field%3Acpu/)
  await expect(names(page)).toHaveText(['Shop', 'Intranet'])
  await page.getByRole('button', { name: 'Descending; sort ascending' }).click()
  await expect(page).toHaveURL(/sortOrder=asc/)
  await expect(names(page)).toHaveText(['Intranet', 'Shop'])
})

test('hidden components are shown on request, from the address [TOPO-02]', async ({ page }) => {
  await openDashboard(page)
  await page.getByText('Show 1 hidden component').click()
  await expect(page).toHaveURL(/showHiddenComponents=yes/)
  await expect(card(page, 'Retired')).toContainText('hidden')
  await page.reload()
  await expect(card(page, 'Retired')).toBeVisible()
  await page.getByText('Show 1 hidden component').click()
  await expect(card(page, 'Retired')).toHaveCount(0)
})

test('card width is a preference from 250 to 768 in steps of 2 [TOPO-01,SHELL-80]', async ({ page }) => {
  await page.setViewportSize({ width: 1_440, height: 900 })
  await openDashboard(page)
  const slider = page.getByRole('slider', { name: /Card width/ })
  for (const [name, value] of [
    ['min', '250'],
    ['max', '768'],
    ['step', '2'],
  ] as const)
    await expect(slider).toHaveAttribute(name, value)
  const cardWidth = async () => (await card(page, 'Shop').boundingBox())?.width ?? 0
  const before = await cardWidth()
  await slider.press('End')
  await expect(page.getByText('768 px')).toBeVisible()
  await expect.poll(cardWidth).toBeGreaterThan(before)
  await page.getByRole('button', { name: 'Preferences' }).click()
  await expect(page.getByRole('slider', { name: 'Topology card width' })).toHaveValue('768')
})

test('a card links to its component page with children, facts and a way back [TOPO-03,SHELL-08]', async ({ page }) => {
  await openShop(page)
  await expect(page).toHaveURL(/\/topology\/[\da-f-]{36}$/)
  const services = page.getByRole('list', { name: 'Service' })
  await expect(services.getByRole('heading', { level: 3 })).toHaveText(['payment', 'basket'])
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details).toContainText('Disk93 %')
  for (const name of ['Catalog', 'Incidents', 'Checks', 'Insights', 'Changes', 'Teams', 'Playbook runs'])
    await expect(details.getByRole('heading', { level: 3, name: new RegExp(`^${name} ?\\d*$`) })).toBeVisible()
  await services.getByRole('link', { name: 'basket' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'basket' })).toBeVisible()
  const box = await details.boundingBox()
  expect(box?.width).toBeGreaterThan(800)
  await expect(details.getByRole('link', { name: 'basket.example.com/' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Shop' }).click()
  await expect(services).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL(/\/topology$/)
})

test('an unknown component shows a not-found page', async ({ page }) => {
  await page.goto('/topology/0195c0de-0000-7000-8000-000000000001')
  await expect(page.getByRole('heading', { name: 'Component not found' })).toBeVisible()
})

test('links a catalog item to a component and unlinks it [TOPO-05,TOPO-06]', async ({ page }) => {
  await openShop(page)
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByRole('button', { name: 'Link item' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link Shop to the catalog' })
  const search = dialog.getByRole('combobox', { name: 'Config item' })
  await search.fill('type=Host')
  await expect(dialog.getByRole('option').first()).toBeVisible()
  await search.press('Enter')
  const linked = page.waitForRequest((sent) => sent.method() === 'POST' && /config_component_rel/.test(sent.url()))
  await dialog.getByRole('button', { name: 'Link item' }).click()
  expect((await linked).postDataJSON()).toEqual({
    component_id: expect.any(String),
    config_id: expect.any(String),
    selector_id: 'manual',
  })
  const items = details.getByRole('list', { name: 'Config items' })
  await expect(items.getByRole('link')).toHaveCount(1)
  await items.getByRole('button', { name: /^Unlink / }).click()
  const unlinked = page.waitForRequest((sent) => sent.method() === 'DELETE' && /config_component_rel/.test(sent.url()))
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink item' }).click()
  expect((await unlinked).url()).toContain('selector_id=eq.manual')
  await expect(items.getByRole('link')).toHaveCount(0)
})

test('downloads a snapshot of a time with related data [TOPO-07]', async ({ page }) => {
  await openDashboard(page)
  await page.getByRole('button', { name: 'Actions for Shop' }).click()
  await page.getByRole('menuitem', { name: 'Snapshot' }).click()
  const dialog = page.getByRole('dialog', { name: 'Snapshot of Shop' })
  await dialog.getByRole('button', { name: '1h', exact: true }).click()
  const requested = page.waitForRequest(/\/snapshot\/topology\//)
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download snapshot' }).click()
  expect(new URL((await requested).url()).search).toBe('?start=1h&related=true')
  const download = await saved
  expect(download.suggestedFilename()).toBe('Shop-snapshot.zip')
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
  await expect(dialog).toHaveCount(0)
})

test('the wall of a component shows its parts, worst first, without the shell [SHELL-04]', async ({ page }) => {
  await openShop(page)
  const id = new URL(page.url()).pathname.split('/').at(-1)
  await page.goto(`/view/topology/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Shop' }).getByRole('heading', { level: 2 })).toHaveText([
    'payment',
    'basket',
  ])
  await expect(page.getByRole('list', { name: 'Shop' }).getByRole('img')).toHaveCount(2)
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
})

test('components are shown as a keyboard-navigable graph or as a tree, from the address', async ({ page }) => {
  await openDashboard(page)
  await page.getByRole('button', { name: 'Graph', exact: true }).click()
  await expect(page).toHaveURL(/view=graph/)
  const graph = page.getByRole('region', { name: 'Components' })
  const node = (name: string) => graph.getByRole('button', { name: new RegExp(`^${name}\\b`) })
  await expect(node('payment')).toBeVisible()
  await node('Shop').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/card=/)
  await expect(page.getByRole('complementary', { name: /^(payment|basket)$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Tree', exact: true }).click()
  const tree = page.getByRole('tree', { name: 'Components' })
  await expect(tree.getByRole('treeitem', { name: /^payment/ })).toBeVisible()
  await tree.getByRole('treeitem', { name: /^Shop/ }).dblclick()
  await expect(page).toHaveURL(/\/topology\/[\da-f-]{36}$/)
})

test('cards are keyboard-navigable, including links, menus and opening a component', async ({ page }) => {
  await openDashboard(page)
  const link = page.getByRole('link', { name: 'Shop', exact: true })
  await link.focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Actions for Shop' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/topology\/[\da-f-]{36}$/)
})

test('a phone shows failures without horizontal scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openDashboard(page)
  await expect(card(page, 'Shop')).toContainText('1 of 2 unhealthy: payment')
  const widest = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(widest).toBe(390)
  await page.getByRole('link', { name: 'Shop', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Service' })).toBeVisible()
  await expect.poll(widest).toBe(390)
})
