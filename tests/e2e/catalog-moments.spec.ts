import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test as base } from '#tests/fixtures/browser.ts'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { oncePerWorker } from '#tests/fixtures/worker-values.ts'

const app = (name: string, more: object = {}) =>
  JSON.stringify({ name, status: 'running', health: 'healthy', replicas: 2, of: [], uses: [], ...more })

const watched = `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata:
  name: shops
spec:
  schedule: "@every 1s"
  exec:
    - name: shop answers
      script: exit 1
      relationships:
        configs:
          - name: { value: shop }
`

const test = base.extend<{ folder: string }>({
  folder: oncePerWorker(
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'moments-'))
      for (const name of ['platform', 'settings', 'queue', 'lonely'])
        await writeFile(join(folder, `${name}.json`), app(name))
      await writeFile(join(folder, 'shop.json'), app('shop', { of: ['platform'], uses: ['settings'] }))
      return folder
    },
    (folder) => rm(folder, { recursive: true, force: true }),
  ),
  relayOptions: async ({ folder }, provide) => {
    const spec = `  timeout: 5m
  retention:
    staleItemAge: 1s
  file:
    - type: App
      id: $.name
      name: $.name
      status: $.status
      health: $.health
      paths: ['${folder}/*.json']
      transform:
        insights:
          - filter: config.status == "broken"
            analyzer: status
            analysis_type: reliability
            severity: high
            summary: '{{.name}} is broken now'
        relationship:
          - { expr: 'config.of.map(p, {"id": p})', parent: true }
          - { expr: 'config.uses.map(u, {"id": u})' }
`
    await provide({ resources: { 'apps.yaml': scraperDocument('apps', spec, '@every 1s'), 'shops.yaml': watched } })
  },
})

const open = async (page: Page, name: string) => {
  await page.goto(`/catalog?search=${name}`)
  const link = page.getByRole('table', { name: 'Config items' }).getByRole('link', { name, exact: true })
  await expect(link).toBeVisible()
  await link.click()
}
const getSpec = (page: Page) => page.getByRole('region', { name: 'Spec' })
const here = (page: Page) => new URL(page.url())

test('shows an item before a change, compares it with the state after, and disables actions in the past', async ({
  page,
  folder,
}) => {
  await open(page, 'shop')
  await expect(getSpec(page)).toContainText('replicas: 2')
  await page.getByRole('tab', { name: /^Relationships/ }).click()
  const graph = page.getByRole('region', { name: 'Related items' })
  await expect(graph.getByRole('button', { name: /^settings, App/ })).toBeVisible()
  await page.getByRole('tab', { name: /^Checks/ }).click()
  await expect(page.getByRole('row', { name: /shop answers.*unhealthy/ })).toBeVisible()

  await unlink(join(folder, 'settings.json'))
  await writeFile(
    join(folder, 'shop.json'),
    app('shop', { of: ['platform'], uses: ['queue'], replicas: 5, status: 'broken', health: 'unhealthy' }),
  )
  await expect(page.getByText('unhealthy, broken')).toBeVisible()
  await page.getByRole('tab', { name: /^Changes/ }).click()
  const diffRow = page.getByRole('row', { name: /shop diff/ })
  await diffRow.getByRole('link', { name: 'State before this change' }).click()

  await expect(page.getByText(/State at \d\d:\d\d:\d\d/)).toBeVisible()
  await expect(getSpec(page)).toContainText('replicas: 2')
  await expect(page.getByText('healthy, running')).toBeVisible()
  await page.getByRole('button', { name: 'Run playbook' }).hover()
  await expect(page.getByText(/^You are viewing .* Go back to now to run playbooks\.$/)).toBeVisible()
  await page.getByRole('tab', { name: /^Playbooks/ }).click()
  await expect(page.getByRole('heading', { name: 'Playbooks always run in the present' })).toBeVisible()
  await page.getByRole('tab', { name: /^Checks/ }).click()
  await expect(page.getByRole('row', { name: /shop answers unhealthy/ })).toBeVisible()
  await page.getByRole('tab', { name: /^Relationships/ }).click()
  await expect(graph.getByRole('button', { name: /^settings, App, healthy/ })).toBeVisible()
  await expect(graph.getByRole('button', { name: /^queue/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('dialog', { name: 'Compare with' }).getByRole('button', { name: 'Now' }).click()
  await expect(page).toHaveURL(/and=now/)
  await expect(graph.getByRole('button', { name: /^settings, .*, gone$/ })).toBeVisible()
  await expect(graph.getByRole('button', { name: /^queue, .*, added$/ })).toBeVisible()
  await expect(graph.getByRole('button', { name: /^shop, .*healthy → unhealthy/ })).toBeVisible()
  await expect(page.getByText('1 added')).toBeVisible()
  await expect(graph.getByRole('button', { name: /^shop, .*changed$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Table' }).click()
  const table = page.getByRole('table', { name: 'Related items' })
  await expect(table.getByRole('row', { name: /settings.*gone/ })).toBeVisible()
  await expect(table.getByRole('row', { name: /queue.*added/ })).toBeVisible()
  await page.getByRole('tab', { name: /^Insights/ }).click()
  await expect(
    page.getByRole('table', { name: 'Insights' }).getByRole('row', { name: /broken now.*added/ }),
  ).toBeVisible()
  await page.getByRole('tab', { name: /^Relationships/ }).click()
  await page.getByRole('tab', { name: 'Spec' }).click()
  const diff = page.getByRole('region', { name: 'Diff' })
  await expect(diff).toContainText('- "replicas": 2')
  await expect(diff).toContainText('+ "replicas": 5')
  await expect(page.getByRole('row', { name: 'status running broken' })).toBeVisible()
  await page.getByRole('button', { name: 'Unified' }).click()
  await expect(page).toHaveURL(/look=unified/)

  await page.goBack()
  await expect(page).toHaveURL(/relationships/)
  await page.getByRole('button', { name: 'Back to now' }).click()
  await expect(page).toHaveURL(/\/relationships$/)
  await expect(page.getByRole('button', { name: 'Run playbook' })).toBeEnabled()
})

test('selects a point in time by keyboard, and live updates do not move the view', async ({ page, folder }) => {
  await open(page, 'queue')
  await expect(getSpec(page)).toContainText('replicas: 2')
  await writeFile(join(folder, 'queue.json'), app('queue', { replicas: 3 }))
  await expect(getSpec(page)).toContainText('replicas: 3')
  const before = page.getByRole('button', { name: 'History' })
  await before.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Go to this time' })
  const field = dialog.getByRole('textbox', { name: 'Time' })
  await expect(field).toBeFocused()
  await page.keyboard.type('tomorrow')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The time is in the future.')).toBeVisible()
  const lastChange = dialog.getByRole('button', { name: /^Before the last change/ })
  await expect(lastChange).toBeVisible()
  for (const offer of ['Go to this time', '1 hour ago', 'Last night', 'Yesterday', '7 days ago']) {
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: new RegExp(`^${offer}`) })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(lastChange).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(getSpec(page)).toContainText('replicas: 2')
  await writeFile(join(folder, 'queue.json'), app('queue', { replicas: 4 }))
  await page.getByRole('tab', { name: /^Changes 2/ }).waitFor()
  await page.getByRole('tab', { name: 'Spec' }).click()
  await expect(getSpec(page)).toContainText('replicas: 2')
  await page.getByRole('button', { name: 'Back to now' }).press('Enter')
  await expect(getSpec(page)).toContainText('replicas: 4')
})

test('reports an invalid time, one in the future, and one before the item was found', async ({ page }) => {
  await open(page, 'lonely')
  await expect(getSpec(page)).toBeVisible()
  const { pathname } = here(page)
  await page.goto(`${pathname}?at=nonsense`)
  await expect(page.getByRole('alert')).toContainText('“nonsense” is not a valid time. Example: 2026-03-24T03:00:00Z.')
  await page.goto(`${pathname}?at=2999-01-01T00:00:00Z`)
  await expect(page.getByRole('alert')).toContainText('is in the future')
  await page.goto(`${pathname}?at=2020-01-01T00:00:00Z`)
  await expect(page.getByRole('heading', { name: 'Not in the catalog yet at this time' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to now' }).click()
  await expect(getSpec(page)).toContainText('replicas: 2')
})

test('marks a gap for the period in which the scraper could not read its source', async ({ page, folder }) => {
  await open(page, 'platform')
  await expect(getSpec(page)).toContainText('replicas: 2')
  const { pathname } = here(page)
  await rm(folder, { recursive: true })
  await writeFile(folder, 'no folder')
  await page.goto('/catalog/scrapers')
  await expect(page.getByRole('row', { name: /apps.*failed/i })).toBeVisible()
  const failing = new Date().toISOString()
  await page.goto(`${pathname}?at=${failing}`)
  await expect(page.getByText('Not scraped at this time.')).toBeVisible()
  await expect(getSpec(page)).toContainText('replicas: 2')
})
