import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { chooseOption } from '#tests/fixtures/choose-option.ts'
import { expect, test as base } from '#tests/fixtures/browser.ts'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { oncePerWorker } from '#tests/fixtures/worker-values.ts'

const service = (name: string, replicas: number, health: string) => JSON.stringify({ name, replicas, health })

const watched = (folder: string) => `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata:
  name: shops
spec:
  schedule: "@every 1h"
  exec:
    - name: shop answers
      script: exit 1
      relationships:
        configs:
          - name: { value: shop }
            type: { value: App::Service }
---
apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata:
  name: doors
spec:
  schedule: "@every 1s"
  folder:
    - name: door stands open
      path: ${folder}/door
      relationships:
        configs:
          - name: { value: shop }
            type: { value: App::Service }
    - name: untied door
      path: ${folder}/no-such-door
---
apiVersion: mission-control.flanksource.com/v1
kind: Playbook
metadata:
  name: look-after
spec:
  title: Look after it
  configs:
    - types: [App::Service]
  actions:
    - name: say
      exec:
        script: echo looked after
`

const test = base.extend<{ folder: string }>({
  folder: oncePerWorker(
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'catalog-'))
      await writeFile(join(folder, 'shop.json'), service('shop', 2, 'healthy'))
      await writeFile(join(folder, 'door'), 'open')
      await writeFile(join(folder, 'search.json'), service('search', 1, 'unhealthy'))
      return folder
    },
    (folder) => rm(folder, { recursive: true, force: true }),
  ),
  relayOptions: async ({ folder }, provide) => {
    const spec = `  timeout: 5m
  file:
    - type: App::Service
      id: $.name
      name: $.name
      health: $.health
      costPerMinute: 0.002
      costTotal30d: 86.4
      tags:
        - name: tier
          value: front
      labels:
        lang: go
      paths: ['${folder}/*.json']
      transform:
        insights:
          - filter: config.replicas == 1
            analyzer: replicas
            analysis_type: availability
            severity: high
            summary: '{{.name}} runs once'
`
    const machine = '  system: [{}]\n'
    await provide({
      resources: {
        'services.yaml': scraperDocument('services', spec, '@every 1s'),
        'machine.yaml': scraperDocument('machine', machine),
        'watched.yaml': watched(folder),
      },
    })
  },
})

test('lists, finds and opens scraped items; an edited file shows its diff on the open page [CAT-01,CAT-03,CAT-12,CAT-17,SHELL-27,SHELL-28]', async ({
  page,
  folder,
}) => {
  await page.goto('/catalog?type=App%3A%3AService%3A1')
  const table = page.getByRole('table', { name: 'Config items' })
  const shop = table.getByRole('row', { name: /shop/ })
  await expect(shop).toContainText('App::Service')
  await expect(page.getByText('1 unhealthy')).toBeVisible()

  await page.getByRole('button', { name: 'Health: All' }).click()
  await page
    .getByRole('group', { name: 'Health' })
    .getByRole('button', { name: /^unhealthy/ })
    .click()
  await page.keyboard.press('Escape')
  await expect(shop).toHaveCount(0)
  await expect(page).toHaveURL(/health=unhealthy/)
  await page.goto('/catalog?search=sho')
  await expect(table.getByRole('row', { name: /search/ })).toHaveCount(0)
  await shop.getByRole('link', { name: 'shop' }).click()

  await expect(page.getByText(/scraped \d+s ago by services/)).toBeVisible()
  await expect(page.getByText(/changed \d+s ago/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Spec' })).toContainText('replicas: 2')
  await page.getByRole('button', { name: 'JSON' }).click()
  await expect(page.getByRole('region', { name: 'Spec' })).toContainText('"replicas": 2')
  await page.getByRole('tab', { name: /^Changes/ }).click()
  await expect(page.getByRole('heading', { name: 'No changes in this time range' })).toBeVisible()
  await writeFile(join(folder, 'shop.json'), service('shop', 3, 'healthy'))
  const changes = page.getByRole('table', { name: 'Changes' })
  await changes.getByRole('button', { name: 'Open diff of shop' }).press('Enter')
  const panel = page.getByRole('complementary', { name: 'diff' })
  const diff = panel.getByRole('region', { name: 'Diff' })
  await expect(diff).toContainText('- "replicas": 2')
  await expect(diff).toContainText('+ "replicas": 3')
  await panel.getByRole('button', { name: 'Split' }).click()
  await expect(diff.getByRole('row', { name: '- "replicas": 2' })).toContainText('+ "replicas": 3')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})

test('opens with unhealthy items, grouped by type or tag, and links to the items of a group [CAT-06,CAT-13]', async ({
  page,
}) => {
  await page.goto('/catalog')
  const overview = page.getByRole('table', { name: 'Catalog by group' })
  const services = overview.getByRole('row', { name: /App::Service/ })
  await expect(services).toContainText('1 of')
  const search = overview.getByRole('link', { name: 'search', exact: true })
  await expect(search).toBeVisible()
  await page.getByRole('button', { name: 'Collapse App::Service' }).press('Enter')
  await expect(search).toHaveCount(0)
  await page.reload()
  await page.getByRole('button', { name: 'Expand App::Service' }).click()
  const rest = overview.getByRole('row').filter({ has: page.getByRole('link', { name: /^Show \d+ more$/ }) })
  await expect(rest.filter({ hasText: 'all healthy' }).first()).toBeVisible()

  const hosts = page.getByRole('button', { name: 'Favourite System::Host' })
  await hosts.click()
  await expect(overview.getByRole('row').nth(1)).toContainText('System::Host')
  await overview.getByRole('button', { name: 'Items' }).click()
  await overview.getByRole('button', { name: 'Items' }).click()
  await expect(overview.getByRole('row').nth(1)).toContainText('System::Package')
  await expect(page).toHaveURL(/sortBy=items/)

  await overview.getByRole('link', { name: 'App::Service' }).click()
  const list = page.getByRole('table', { name: 'Config items' })
  await expect(list.getByRole('row', { name: /shop/ })).toBeVisible()
  await page.goto('/catalog?health=unhealthy%3A1')
  await expect(overview.getByRole('row', { name: /System::Host/ })).toHaveCount(0)
  await page.goto('/catalog')
  await chooseOption(page, 'Group by', 'tier')
  await overview.getByRole('link', { name: 'front' }).click()
  await expect(page).toHaveURL(/tags=/)
  await expect(list.getByRole('row')).toHaveCount(3)
  await page.goto('/catalog')
  await page.getByRole('button', { name: 'Labels: All' }).click()
  await page
    .getByRole('group', { name: 'Labels' })
    .getByRole('button', { name: /^lang=go/ })
    .press('Enter')
  await page.keyboard.press('Escape')
  await expect(list.getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: 'Labels: 1 of 1' }).click()
  await page
    .getByRole('group', { name: 'Labels' })
    .getByRole('button', { name: /^lang=go/ })
    .press('Shift+Enter')
  await page.keyboard.press('Escape')
  await expect(list.getByRole('link', { name: 'shop' })).toHaveCount(0)
})

test('charts, filters and opens changes; an item shows those around it [CAT-07,CAT-08,SHELL-23]', async ({
  page,
  folder,
}) => {
  await page.goto('/catalog?search=cart')
  await writeFile(join(folder, 'cart.json'), service('cart', 1, 'healthy'))
  await expect(page.getByRole('link', { name: 'cart' })).toBeVisible()
  await writeFile(join(folder, 'cart.json'), service('cart', 1, 'unhealthy'))
  await page.getByRole('tab', { name: 'Changes' }).click()
  const changes = page.getByRole('table', { name: 'Changes' })
  const turned = changes.getByRole('row', { name: /cart Unhealthy/ })
  await expect(turned).toContainText('med')
  const lanes = page.getByRole('region', { name: 'Changes by item' })
  await expect(lanes).toContainText('cart')
  await expect(lanes.getByRole('img', { name: /worst severity medium$/ }).first()).toBeVisible()

  await changes.getByRole('button', { name: 'Unhealthy', exact: true }).first().click()
  await expect(page).toHaveURL(/change_type=Unhealthy/)
  await expect(changes.getByRole('row', { name: /diff/ })).toHaveCount(0)
  await changes
    .getByRole('button', { name: 'Unhealthy', exact: true })
    .first()
    .click({ modifiers: ['Shift'] })
  await expect(turned).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await chooseOption(page, 'Severity', 'medium and above')
  await expect(changes.getByRole('row', { name: /diff/ })).toHaveCount(0)
  await chooseOption(page, 'Lanes', 'by type')
  await expect(page.getByRole('region', { name: 'Changes by type' })).toContainText('Unhealthy')

  await turned.click()
  const panel = page.getByRole('complementary', { name: 'Unhealthy' })
  await expect(panel).toContainText('App::Service')
  await expect(panel.getByRole('region', { name: 'Following changes' })).toBeVisible()
  const address = page.url()
  await page.goto('/catalog')
  await page.goto(address)
  await expect(panel).toBeVisible()
  await panel.getByRole('link', { name: 'cart' }).click()
  await page.getByRole('tab', { name: /^Changes/ }).click()
  await expect(turned).toBeVisible()
  const preceding = page.getByRole('region', { name: 'Preceding changes' })
  const cause = preceding.getByRole('listitem').filter({ hasText: 'diff: health' })
  await expect(cause).toContainText('on the item itself; no other item had this change in 7 days')
  await expect(preceding.getByRole('listitem')).toHaveCount(1)
  await cause.getByRole('button').click()
  await expect(page.getByRole('complementary', { name: 'diff' }).getByRole('region', { name: 'Diff' })).toContainText(
    'unhealthy',
  )
  await page.keyboard.press('Escape')
  await page.getByText('Upstream', { exact: true }).click()
  await expect(page).toHaveURL(/upstream=true/)
  await page.goto('/catalog/changes?change_type=Nothing%3A1')
  await expect(page.getByRole('heading', { name: 'No changes match' })).toBeVisible()
  await rm(join(folder, 'cart.json'))
})

test('shows preceding changes of related items on a failing check', async ({ page, folder }) => {
  const open = async (name: string) => {
    const response = await page.request.get(`/api/db/checks?select=id&name=eq.${encodeURIComponent(name)}`)
    const [check] = z.array(z.object({ id: z.string() })).parse(await response.json())
    await page.goto(`/health?checkId=${check?.id ?? ''}`)
    return page.getByRole('complementary', { name })
  }
  const panel = await open('door stands open')
  await expect(panel.getByText('contains 1 file').first()).toBeVisible()
  const preceding = panel.getByRole('region', { name: 'Preceding changes' })
  await expect(preceding).toHaveCount(0)

  await writeFile(join(folder, 'shop.json'), service('shop', 3, 'healthy'))
  const isNoted = async () => {
    const response = await page.request.get('/api/db/catalog_changes?select=id&name=eq.shop&change_type=eq.diff')
    return z.array(z.unknown()).parse(await response.json()).length
  }
  await expect.poll(isNoted).toBeGreaterThan(0)
  await rm(join(folder, 'door'))

  const cause = preceding.getByRole('listitem').filter({ hasText: 'diff: replicas' }).first()
  await expect(cause).toContainText('on a linked item')
  await cause.getByRole('button').click()
  await expect(page).toHaveURL(/\/catalog\/[\w-]+\/changes\?change=/)
  await expect(page.getByRole('complementary', { name: 'diff' })).toBeVisible()

  await expect(await open('untied door')).toContainText('No config item is linked to this check')
  await writeFile(join(folder, 'door'), 'open')
})

test('lists a deleted item only on request, and reports a link to a missing item [CAT-05,SHELL-22]', async ({
  page,
  folder,
}) => {
  await writeFile(join(folder, 'night.json'), service('night', 1, 'healthy'))
  await page.goto('/catalog?groupBy=none')
  const night = page.getByRole('table', { name: 'Config items' }).getByRole('row', { name: /night/ })
  await expect(night).toBeVisible()
  await rm(join(folder, 'night.json'))
  await expect(night).toHaveCount(0)
  await page.getByText('Deleted', { exact: true }).click()
  await expect(night).toContainText('deleted')
  await page.goto('/catalog/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Item not found' })).toBeVisible()
})

test('links an item to its dependencies and dependents in either direction, page by page [CAT-09,CAT-10]', async ({
  page,
}) => {
  await page.goto('/catalog?search=System::Host')
  const host = page.getByRole('table', { name: 'Config items' }).getByRole('link').first()
  await expect(host).toBeVisible()
  const name = await host.innerText()
  await host.click()
  await page.getByRole('tab', { name: /^Relationships/ }).click()
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const related = page.getByRole('table', { name: 'Related items' })
  await expect(related.getByRole('row', { name: /System::FileSystem/ }).first()).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1 to 50 of')
  await page.getByRole('button', { name: 'Incoming' }).click()
  await expect(page.getByRole('heading', { name: 'No incoming relationships' })).toBeVisible()
  await expect(page).toHaveURL(/direction=incoming/)
  await page.getByRole('button', { name: 'Outgoing' }).click()
  await related
    .getByRole('row', { name: /System::FileSystem/ })
    .first()
    .getByRole('link')
    .click()
  await page.getByRole('tab', { name: /^Relationships/ }).click()
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('button', { name: 'Incoming' }).click()
  await expect(related.getByRole('link', { name, exact: true })).toBeVisible()
})

test('shows the checks of an item, its playbooks and their runs', async ({ page }) => {
  await page.goto('/catalog?search=shop')
  await page.getByRole('table', { name: 'Config items' }).getByRole('link', { name: 'shop' }).click()
  await page.getByRole('tab', { name: /^Checks/ }).click()
  const check = page.getByRole('table', { name: 'Checks' }).getByRole('row', { name: /shop answers/ })
  await expect(check).toContainText('unhealthy')
  await expect(page.getByRole('tab', { name: /^Checks/ })).toContainText('2')

  await page.getByRole('tab', { name: /^Playbooks/ }).click()
  await expect(page.getByRole('heading', { name: 'No playbook has run on this item' })).toBeVisible()
  await page.getByRole('region', { name: 'Available playbooks' }).getByRole('button', { name: 'Look after it' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run Playbook' })
  await expect(dialog).toContainText('shop')
  await dialog.getByRole('button', { name: 'Run playbook' }).click()
  await expect(page).toHaveURL(/\/playbooks\/runs\//)
  await page.goto('/catalog?search=shop')
  await page.getByRole('table', { name: 'Config items' }).getByRole('link', { name: 'shop' }).click()
  await page.getByRole('tab', { name: /^Playbooks/ }).click()
  await expect(
    page.getByRole('table', { name: 'Playbook runs' }).getByRole('row', { name: /Look after it/ }),
  ).toContainText('completed')
})

const rowSchema = z.array(z.object({ id: z.string() })).min(1)

const add = async (page: Page, relation: string, data: object): Promise<string> => {
  const response = await page.request.post(`/api/db/${relation}`, {
    data,
    headers: { prefer: 'return=representation' },
  })
  expect([await response.text(), response.status()]).toEqual([expect.any(String), 201])
  return rowSchema.parse(await response.json())[0]?.id ?? ''
}

test('shows the costs of an item and live incidents with it as evidence [CAT-13,INC-37]', async ({ page }) => {
  await page.goto('/catalog?search=shop')
  await page.getByRole('table', { name: 'Config items' }).getByRole('link', { name: 'shop' }).click()
  await page.getByRole('tab', { name: 'Costs' }).click()
  await expect(page).toHaveURL(/\/costs$/)
  const costs = page.getByLabel('Costs of the item')
  await expect(costs).toContainText('per minute')
  await expect(costs).toContainText('0.002')
  await expect(costs).toContainText('86.40')

  await page.getByRole('tab', { name: 'Incidents' }).click()
  await expect(page.getByRole('heading', { name: 'No incidents' })).toBeVisible()
  const [, itemId = ''] = /catalog\/([^/]+)/.exec(page.url()) ?? []
  const incident = { title: 'Shop is slow', description: '', type: 'performance', severity: 'high', status: 'open' }
  const incident_id = await add(page, 'incidents', incident)
  const hypothesis = { incident_id, title: 'The shop', type: 'root', status: 'possible' }
  const hypothesis_id = await add(page, 'hypotheses', hypothesis)
  await add(page, 'evidences', { hypothesis_id, config_id: itemId, type: 'config', description: 'seen' })
  const row = page.getByRole('table', { name: 'Incidents' }).getByRole('row', { name: /Shop is slow/ })
  await expect(row).toContainText('open')
  await row.getByRole('link', { name: 'Shop is slow' }).click()
  await expect(page).toHaveURL(/\/incidents\//)
})

test('explains how to get costs for an item without any', async ({ page }) => {
  await page.goto('/catalog?type=System%3A%3AHost:1')
  await page.getByRole('table', { name: 'Config items' }).getByRole('link').first().click()
  await page.getByRole('tab', { name: 'Costs' }).click()
  await expect(page.getByRole('heading', { name: 'No cost data' })).toBeVisible()
})

test('shows the status and history of scrapers, and runs one [CAT-18]', async ({ page }) => {
  await page.goto('/catalog/scrapers')
  const services = page.getByRole('table', { name: 'Scrapers' }).getByRole('row', { name: /services/ })
  await expect(services).toContainText('file')
  // Runs are due every second: a busy machine skips some, which is a warning.
  await expect(services).toContainText(/SUCCESS|WARNING/)
  await page.goto('/catalog/scrapers?kind=file:-1')
  await expect(page.getByRole('button', { name: 'Scrapes: not 1' })).toBeVisible()
  await expect(services).toHaveCount(0)
  await page.goto('/catalog/scrapers?kind=file:1&status=never%20run:-1')
  await page.getByRole('button', { name: 'Run services now' }).click()
  await expect(page.getByText(/^services ran: (SUCCESS|WARNING)/)).toBeVisible()
  await services.getByRole('link', { name: 'services' }).click()
  await page.getByRole('tab', { name: 'Job History' }).click()
  await expect(page.getByRole('grid', { name: 'Job runs' })).toBeVisible()
})

test('lists insights in the catalog and on their item, open ones by default [CAT-04]', async ({ page }) => {
  await page.goto('/catalog')
  await page.getByRole('tab', { name: 'Insights' }).click()
  const found = page.getByRole('table', { name: 'Insights' }).getByRole('row', { name: /search runs once/ })
  await expect(found).toContainText('high')
  await expect(found).toContainText('availability')
  await expect(page.getByRole('button', { name: /^Status: / })).toContainText('1 of 3')
  await found.getByRole('link', { name: 'search' }).click()
  await page.getByRole('tab', { name: /^Insights/ }).click()
  await expect(page.getByRole('table', { name: 'Insights' }).getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: /^Status: / }).click()
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: /^open/ }).press('Shift+Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'No insights match' })).toBeVisible()
})

test('clicking a type, status or tag filters by it, with Shift excludes it', async ({ page }) => {
  await page.goto('/catalog?search=s&type=App%3A%3AService:1')
  const table = page.getByRole('table', { name: 'Config items' })
  const shop = table.getByRole('row', { name: /\bshop\b/ })
  await expect(shop).toBeVisible()
  await shop.getByRole('button', { name: 'front' }).click()
  await expect(page).toHaveURL(/tags=tier%3Dfront/)
  await expect(shop).toBeVisible()
  await shop.getByRole('button', { name: 'App::Service' }).click({ modifiers: ['Shift'] })
  await expect(shop).toHaveCount(0)
})

test('on a wall many unhealthy items leave room for the groups, and no line is cut', async ({ page, folder }) => {
  const names = Array.from({ length: 14 }, (_, n) => `broken-${n}`)
  const files = names.map((name) => join(folder, `${name}.json`))
  await Promise.all(files.map((file, n) => writeFile(file, service(names[n] ?? '', 1, 'unhealthy'))))
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/catalog?wall=55in+5m')
  const unhealthy = page.getByRole('region', { name: 'Unhealthy items' })
  await expect(unhealthy.getByText(/^1[0-9] more$/)).toBeVisible()
  const lines = page.getByRole('region', { name: 'Groups' }).getByRole('listitem')
  await expect(lines.first()).toBeInViewport({ ratio: 1 })
  const flaws = await page.locator('.catalog-wall section').evaluateAll((sections) =>
    sections.flatMap((section) => {
      const { bottom } = section.getBoundingClientRect()
      const shown = [...section.querySelectorAll('li')].filter((line) =>
        line.checkVisibility({ visibilityProperty: true }),
      )
      return shown.length === 0 || shown.some((line) => line.getBoundingClientRect().bottom > bottom + 1)
        ? [section.getAttribute('aria-label')]
        : []
    }),
  )
  expect(flaws).toEqual([])
  await Promise.all(files.map((file) => rm(file)))
})
