import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test as base } from '#tests/fixtures/browser.ts'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { oncePerWorker } from '#tests/fixtures/worker-values.ts'

interface ItemFixture {
  readonly type: string
  readonly health?: string
  readonly uses?: readonly string[]
  readonly of?: string
}

const items: Readonly<Record<string, ItemFixture>> = {
  platform: { type: 'Namespace', health: 'healthy' },
  shop: { type: 'Deployment', health: 'unhealthy', of: 'platform', uses: ['settings'] },
  settings: { type: 'ConfigMap', uses: ['shop'] },
  ...Object.fromEntries(
    Array.from({ length: 6 }, (_, i) => [`pod-${i}`, { type: 'Pod', health: 'unhealthy', of: 'shop' }] as const),
  ),
  lonely: { type: 'ConfigMap' },
}

const writeItem = (folder: string, name: string, { type, health, uses = [], of }: ItemFixture) =>
  writeFile(
    join(folder, `${name}.json`),
    JSON.stringify({ name, type, health, uses, parents: of === undefined ? [] : [of] }),
  )

const test = base.extend<{ folder: string }>({
  folder: oncePerWorker(
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'graph-'))
      for (const [name, item] of Object.entries(items)) await writeItem(folder, name, item)
      return folder
    },
    (folder) => rm(folder, { recursive: true, force: true }),
  ),
  relayOptions: async ({ folder }, provide) => {
    const spec = `  timeout: 5m
  file:
    - type: $.type
      id: $.name
      name: $.name
      health: $.health
      paths: ['${folder}/*.json']
      transform:
        relationship:
          - { expr: 'config.parents.map(p, {"id": p})', parent: true }
          - { expr: 'config.uses.map(u, {"id": u})' }
`
    await provide({ resources: { 'things.yaml': scraperDocument('things', spec, '@every 1s') } })
  },
})

const openRelationships = async (page: Page, name: string) => {
  await page.goto(`/catalog?search=${name}`)
  const link = page.getByRole('table', { name: 'Config items' }).getByRole('link', { name, exact: true })
  await expect(link).toBeVisible()
  await link.click()
  await page.getByRole('tab', { name: /^Relationships/ }).click()
}
const getGraph = (page: Page) => page.getByRole('region', { name: 'Related items' })

test('draws an item with its dependencies and dependents; a node shows its item and links to it [CAT-09,CAT-10,SHELL-30]', async ({
  page,
}) => {
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  await openRelationships(page, 'shop')
  const graph = getGraph(page)
  await expect(graph.getByRole('button', { name: /^shop, Deployment, unhealthy/ })).toBeVisible()
  await expect(page.getByText('8 related')).toBeVisible()
  await expect(page).toHaveURL(/\/relationships$/)
  const call = new URL(requestedUrls.find((url) => url.includes('related_configs_recursive')) ?? 'about:blank')
    .searchParams
  expect(Object.fromEntries(call)).toMatchObject({ max_depth: '10', type_filter: 'all', incoming_relation: 'both' })

  await graph.getByRole('button', { name: /^platform, Namespace, healthy/ }).click()
  const card = page.getByRole('complementary', { name: 'platform' })
  await expect(card).toContainText('no changes recorded')
  await expect(page).toHaveURL(/card=/)
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)

  await page.getByRole('button', { name: 'Incoming', exact: true }).click()
  await expect(page.getByText('2 related')).toBeVisible()
  await page.getByText('Soft', { exact: true }).click()
  await expect(page.getByText('1 related')).toBeVisible()
  await expect(page).toHaveURL(/direction=incoming&soft=false/)

  // The details render before the graph is laid out again, which moves the node to be pressed.
  await expect(graph.getByRole('button', { name: /^settings/ })).toHaveCount(0)
  await graph.getByRole('button', { name: /^platform/ }).dblclick()
  await expect(page.getByRole('heading', { name: 'platform', exact: true })).toBeVisible()
})

test('groups items of a type into an expandable node, and supports the keyboard including arrow keys along edges [CAT-09]', async ({
  page,
}) => {
  await openRelationships(page, 'shop')
  const graph = getGraph(page)
  const shop = graph.getByRole('button', { name: /^shop, Deployment/ })
  await expect(graph.getByRole('button', { name: '6 × Pod, unhealthy, open' })).toBeVisible()
  await shop.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(graph.getByRole('button', { name: /^(platform|settings), / }).and(page.locator(':focus'))).toHaveCount(1)
  await page.keyboard.press('Home')
  await expect(shop).toBeFocused()
  await graph.getByRole('button', { name: '6 × Pod, unhealthy, open' }).focus()
  await page.keyboard.press('Enter')
  await expect(graph.getByRole('button', { name: /^pod-0, Pod, unhealthy/ })).toBeFocused()
  await expect(graph.getByRole('button', { name: /^pod-\d, / })).toHaveCount(6)
  await page.keyboard.press('Space')
  await expect(page.getByRole('complementary', { name: 'pod-0' })).toBeVisible()
  await page.reload()
  await expect(graph.getByRole('button', { name: /^pod-\d, / })).toHaveCount(6)
  await page.getByRole('button', { name: 'Collapse groups' }).click()
  await expect(graph.getByRole('button', { name: '6 × Pod, unhealthy, open' })).toBeVisible()
  await shop.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^(platform|settings)$/ })).toBeVisible()
})

test('the tree has the same content, stops at cycles and is filtered [CAT-09]', async ({ page }) => {
  await openRelationships(page, 'shop')
  await page.getByRole('button', { name: 'Tree', exact: true }).click()
  const tree = page.getByRole('tree', { name: 'Related items' })
  await expect(tree.getByRole('treeitem', { name: /^pod-\d, Pod, unhealthy, outgoing$/ })).toHaveCount(6)
  await expect(tree.getByRole('treeitem', { name: /^shop, .*outgoing, listed elsewhere in this tree$/ })).toHaveCount(1)
  await tree.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(tree.getByRole('treeitem')).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: 'Type: All' }).click()
  await page
    .getByRole('group', { name: 'Type' })
    .getByRole('button', { name: /^Namespace/ })
    .click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('1 of 8 related')).toBeVisible()
  await expect(tree.getByRole('treeitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Related items' }).getByRole('row')).toHaveCount(2)
})

test('updates the open graph live without moving other nodes [CAT-09]', async ({ page, folder }) => {
  await openRelationships(page, 'shop')
  const graph = getGraph(page)
  const shop = graph.getByRole('button', { name: /^shop, Deployment/ })
  await expect(shop).toBeVisible()
  const before = await shop.boundingBox()
  await writeItem(folder, 'cache', { type: 'Redis', health: 'healthy', of: 'shop' })
  await expect(graph.getByRole('button', { name: /^cache, Redis, healthy/ })).toBeVisible()
  expect(await shop.boundingBox()).toEqual(before)
  await writeItem(folder, 'cache', { type: 'Redis', health: 'unhealthy', of: 'shop' })
  await expect(graph.getByRole('button', { name: /^cache, Redis, unhealthy/ })).toBeVisible()
  await rm(join(folder, 'cache.json'))
  await expect(graph.getByRole('button', { name: /^cache/ })).toHaveCount(0)
  expect(await shop.boundingBox()).toEqual(before)
})

test('shows an empty state for an item without relationships', async ({ page }) => {
  await openRelationships(page, 'lonely')
  await expect(page.getByRole('heading', { name: 'No relationships' })).toBeVisible()
})
