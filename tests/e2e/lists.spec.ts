import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { chooseOption } from '#tests/fixtures/choose-option.ts'
import { expect, test as base } from '#tests/fixtures/browser.ts'
import { goInApp } from '#tests/fixtures/go-in-app.ts'
import { playbookDocument } from '#tests/fixtures/playbook-runs.ts'
import { startHttpTarget, type Target } from '#tests/fixtures/targets.ts'
import { oncePerWorker } from '#tests/fixtures/worker-values.ts'

/** A check that fails does not fail its job; one that cannot be judged does. */
const unjudged = `, test: { expr: 'string(code)' }`

const canary = (name: string, at: string, more = '') => `
kind: Canary
metadata: { name: ${name}, namespace: payments }
spec:
  schedule: '@every 5s'
  http:
    - { name: ${name} page, url: '${at}', responseCodes: [200]${more} }
`
const playbook = (title: string) => `  title: ${title}
  category: Edge
  actions:
    - name: flush
      exec: { script: echo flushed }
`

const test = base.extend<{ good: Target }>({
  good: oncePerWorker(
    () => startHttpTarget(),
    (target) => target.stop(),
  ),
  relayOptions: async ({ good }, provide) =>
    provide({
      resources: {
        'dark.yaml': canary('dark', good.at, unjudged),
        'night.yaml': canary('night', 'http://127.0.0.1:9/'),
        'shop.yaml': canary('shop', good.at),
        'flush.yaml': playbookDocument('flush', playbook('Flush caches')),
        'warm.yaml': playbookDocument('warm', playbook('Warm caches')),
      },
    }),
})
test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']))

const menu = async (page: Page, item: string, button = 'Export') => {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const saved = async (page: Page, item: 'Export CSV' | 'Export JSON' | 'Export YAML', button?: string) => {
  const download = page.waitForEvent('download')
  await menu(page, item, button)
  const file = await download
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}
const copied = async (page: Page, item: string): Promise<string> => {
  await menu(page, item)
  const message = page.getByRole('status').filter({ hasText: 'Copied to clipboard' })
  await expect(message).toBeVisible()
  // It covers the menu's button for seconds.
  await message.getByRole('button', { name: 'Dismiss' }).click()
  return page.evaluate(() => navigator.clipboard.readText())
}
const splitLines = (csv: string) => csv.replace('\uFEFF', '').trim().split('\r\n')

const runPlaybooks = async (page: Page) => {
  const found: unknown = await (await page.request.get('/api/db/playbooks?select=id&order=name')).json()
  for (const { id } of z.array(z.object({ id: z.string() })).parse(found))
    await page.request.post('/api/playbook/run', { data: { id } })
}

const readColumn = async (table: Locator, header: string): Promise<string[]> => {
  const heads = await table.getByRole('columnheader').allInnerTexts()
  const at = heads.findIndex((head) => head.trim() === header)
  const cells = await table.getByRole('row').getByRole('cell').allInnerTexts()
  return cells.filter((_, index) => index % heads.length === at).map((text) => text.trim())
}

test('sorts users by keyboard, hides a column permanently, and exports a file, text and command', async ({ page }) => {
  for (const name of ['Zoe Berg', 'Åsa Holm'])
    await page.request.post('/api/db/people', { data: { name, email: `${name.split(' ')[0]}@example.test` } })
  await page.goto('/settings/users')
  const table = page.getByRole('table', { name: 'Users' })
  await expect(table.getByRole('row', { name: /Zoe Berg/ })).toBeVisible()
  await table.getByRole('button', { name: 'Name' }).focus()
  await page.keyboard.press('Enter')
  await expect(table.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sortBy=name&sortOrder=desc/)
  await expect.poll(async () => (await readColumn(table, 'Name'))[0]).toContain('Zoe Berg')

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Email' }).click()
  await page.keyboard.press('Escape')
  await expect(table.getByRole('columnheader', { name: 'Email' })).toHaveCount(0)
  await page.reload()
  await expect(table.getByRole('row', { name: /Zoe Berg/ })).toBeVisible()
  await expect(table.getByRole('columnheader', { name: 'Email' })).toHaveCount(0)

  const { name, text } = await saved(page, 'Export CSV')
  expect(name).toMatch(/^users-\d{4}-\d\d-\d\dT\d\d-\d\d\.csv$/)
  expect(splitLines(text)[0]).toBe('Name,Roles,State,Created At,Last sign-in')
  expect(splitLines(text)[1]).toMatch(/^Zoe Berg,/)
  expect(await copied(page, 'Copy as Markdown')).toMatch(/^\| Name \| Roles .*\n\| --- .*\n\| Zoe Berg \|/)
  expect(await copied(page, 'Copy link to this view')).toBe(page.url().replace('?', '?columns.users=hide.email&'))
  const command = await copied(page, 'Copy as curl')
  const address = /^curl --fail '(?<address>[^']+)'$/.exec(command)?.groups?.address ?? ''
  expect(await (await page.request.get(address)).text()).toContain('Zoe Berg')

  await page.goto('/settings/users?wall')
  await expect(table.getByRole('row', { name: /Zoe Berg/ })).toBeVisible()
  for (const name of ['Views', 'Columns', 'Export']) await expect(page.getByRole('button', { name })).toBeHidden()
})

test('exports health checks as the documents that RESOURCES_DIR reads', async ({ page, good }) => {
  await page.goto('/settings/canaries?search=shop')
  await expect(page.getByRole('row', { name: /shop/ })).toBeVisible()
  const { name, text } = await saved(page, 'Export YAML')
  expect(name).toMatch(/^canaries-.*\.yaml$/)
  expect(text).toMatch(
    /^---\napiVersion: canaries\.flanksource\.com\/v1\nkind: Canary\nmetadata:\n {2}name: shop\n {2}namespace: payments\n/,
  )
  expect(text).toContain(`url: ${good.at}`)
})

test('sorts flags by any column, and exports only filtered ones', async ({ page }) => {
  await page.goto('/settings/feature-flags?search=logs')
  const table = page.getByRole('table', { name: 'Feature flags' })
  await table.getByRole('button', { name: 'Name' }).click()
  await expect(table.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
  const shown = await table.getByRole('row').count()
  const rows: unknown = JSON.parse((await saved(page, 'Export JSON')).text)
  expect(rows).toHaveLength(shown - 1)
  expect(JSON.stringify(rows)).toContain('logs')
})

test('sorts notification rules by any column, and exports a file', async ({ page }) => {
  const made = ['zebra', 'aardvark'].map((name) => ({
    name,
    events: ['check.failed'],
    filter: name === 'zebra' ? 'check.type == "http"' : 'check.type == "dns"',
    custom_services: [{ name: 'hook', url: 'https://hooks.example.test/' }],
    source: 'UI',
  }))
  for (const data of made) expect((await page.request.post('/api/db/notifications', { data })).ok()).toBe(true)
  await page.goto('/notifications/rules')
  const table = page.getByRole('table', { name: 'Notification rules' })
  await expect(table.getByRole('row').nth(1)).toContainText('aardvark')
  await table.getByRole('button', { name: 'Filter' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(table.getByRole('columnheader', { name: 'Filter' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sortBy=filter&sortOrder=desc/)
  await expect(table.getByRole('row').nth(1)).toContainText('zebra')
  const lines = splitLines((await saved(page, 'Export CSV')).text)
  expect(lines[0]).toBe('State,Name,Events,Filter,Error,Recipient,Pending,Failed,Sent,Updated')
  expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(['zebra', 'aardvark'])
  await page.getByRole('searchbox', { name: 'Search rules' }).fill('nothing of this name')
  await expect(page.getByRole('heading', { name: 'No rules match' })).toBeVisible()
})

test('the backend sorts permissions, and all pages are exported at once', async ({ page }) => {
  const added = Array.from({ length: 230 }, (_, index) => ({
    action: 'read',
    object: 'catalog',
    subject: 'everyone',
    subject_type: 'group',
    description: `rule ${String(index).padStart(3, '0')}`,
  }))
  await page.request.post('/api/db/permissions', { data: added })
  try {
    await page.goto('/settings/permissions?pageSize=25')
    const table = page.getByRole('table', { name: 'Permissions' })
    await table.getByRole('button', { name: 'Description' }).click()
    await expect(table.getByRole('row', { name: /rule 000/ })).toBeVisible()
    await table.getByRole('button', { name: 'Description' }).click()
    await expect(table.getByRole('row', { name: /rule 229/ })).toBeVisible()
    await expect(page).toHaveURL(/sortBy=description&sortOrder=desc/)
    const lines = splitLines((await saved(page, 'Export CSV')).text)
    expect(lines).toHaveLength(231)
    expect(lines[1]).toContain('rule 229')
    expect(lines[230]).toContain('rule 000')
  } finally {
    await page.request.delete('/api/db/permissions?description=like.rule*')
  }
})

test('the backend sorts runs by a shareable address, and the export keeps the order', async ({ page, context }) => {
  await runPlaybooks(page)
  await page.goto('/playbooks/runs')
  const table = page.getByRole('table', { name: 'Playbook runs' })
  await expect(table.getByRole('row', { name: /Flush caches.*completed/i })).toBeVisible()
  await expect(table.getByRole('row', { name: /Warm caches.*completed/i })).toBeVisible()
  await expect.poll(async () => (await readColumn(table, 'Name'))[0]).toContain('Warm caches')
  await table.getByRole('button', { name: 'Created At' }).click()
  await expect(page).toHaveURL(/sortBy=created_at&sortOrder=asc/)
  await expect(table.getByRole('row').nth(1)).toContainText('Flush caches')
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('table', { name: 'Playbook runs' }).getByRole('row').nth(1)).toContainText('Flush')
  await other.close()
  const lines = splitLines((await saved(page, 'Export CSV')).text)
  expect(lines[0]).toBe('Name,Resource,Status,Started,Duration (s),Created At,Created By')
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['Flush caches', 'Warm caches'])
  await table.getByRole('button', { name: 'Name' }).click()
  await table.getByRole('button', { name: 'Name' }).click()
  await expect(page).toHaveURL(/sortBy=name&sortOrder=desc/)
  await expect(table.getByRole('row').nth(1)).toContainText('Warm caches')
  await runPlaybooks(page)
  await expect(table.getByRole('row', { name: /caches/ })).toHaveCount(4)
  expect((await readColumn(table, 'Name')).map((name) => name.split('\n').at(-1))).toEqual([
    'Warm caches',
    'Warm caches',
    'Flush caches',
    'Flush caches',
  ])
})

test('sorts incidents by severity across pages, and moves changed ones', async ({ page }) => {
  const open = (title: string, severity: string) =>
    page.request.post('/api/db/incidents', {
      data: { title, severity, description: '', type: 'availability', status: 'open' },
    })
  for (const [title, severity] of [
    ['Dim lamp', 'Low'],
    ['House burns', 'Critical'],
    ['Tap drips', 'medium'],
  ] as const)
    expect((await open(title, severity)).ok()).toBe(true)
  await page.goto('/incidents?sortBy=severity&sortOrder=desc&pageSize=25')
  const table = page.getByRole('table', { name: 'Incidents' })
  const titles = () => readColumn(table, 'Title')
  await expect.poll(titles).toEqual(['House burns', 'Tap drips', 'Dim lamp'])
  await open('Door is stuck', 'High')
  await expect.poll(titles).toEqual(['House burns', 'Door is stuck', 'Tap drips', 'Dim lamp'])
  const lines = splitLines((await saved(page, 'Export CSV')).text)
  expect(lines.slice(1).map((line) => line.split(',')[3])).toEqual(await titles())
  await page.setViewportSize({ width: 390, height: 844 })
  await table
    .getByRole('row', { name: /House burns/ })
    .getByRole('button', { name: /^Acknowledge/ })
    .click()
  await expect(table.getByRole('row', { name: /House burns/ }).getByRole('button')).toHaveCount(0)
})

test('exports job runs with fields that the page does not show', async ({ page }) => {
  await page.goto('/settings/jobs')
  await expect(page.getByRole('grid', { name: 'Job runs' }).getByRole('row', { name: /dark/ }).first()).toBeVisible()
  const lines = splitLines((await saved(page, 'Export CSV')).text)
  expect(lines[0]).toBe('Status,Job Name,Resource,Agent,Message,Duration (ms),Success,Error,Timestamp')
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.filter((line) => line.startsWith('SUCCESS,'))).toEqual([])
})

test('exports the shown checks in order without hidden ones, and copies failures as a message', async ({ page }) => {
  await page.goto('/health')
  const table = page.getByRole('grid', { name: 'Checks' })
  for (const name of [/night page/, /dark page/]) await expect(table.getByRole('row', { name })).toBeVisible()
  await expect(table.getByRole('row', { name: /shop page/ })).toBeHidden()
  await table.getByRole('button', { name: 'Name' }).click()
  await table.getByRole('button', { name: 'Name' }).click()
  await expect(page).toHaveURL(/sortBy=name&sortOrder=desc/)
  const lines = splitLines((await saved(page, 'Export CSV')).text)
  expect(lines[0]).toMatch(/^State,Name,Namespace,.*Type,Message or endpoint,Failing since/)
  expect(lines.slice(1).map((line) => line.split(',').slice(0, 3).join())).toEqual([
    'unhealthy,night page,payments',
    'unhealthy,dark page,payments',
  ])
  expect(await copied(page, 'Copy as Markdown')).toContain('| unhealthy | night page | payments |')
})

test('sorts playbooks by last change or run, and exports them as shown', async ({ page }) => {
  await runPlaybooks(page)
  await page.goto('/playbooks')
  const cards = page.getByRole('region', { name: 'Edge' }).getByRole('article')
  await expect(cards.first()).toHaveAccessibleName('Flush caches')
  await chooseOption(page, 'Sort', 'last run')
  await expect(page).toHaveURL(/sortBy=last_run&sortOrder=desc/)
  const rows = z.array(z.object({ Title: z.string() })).parse(JSON.parse((await saved(page, 'Export JSON')).text))
  const titles = rows.map((row) => row.Title)
  expect(titles.toSorted((a, b) => a.localeCompare(b))).toEqual(['Flush caches', 'Warm caches'])
  await expect(cards).toHaveCount(2)
  const readTitles = () => cards.evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')))
  await expect.poll(readTitles).toEqual(titles)
  const [card, strip] = [await cards.first().boundingBox(), await cards.first().locator('.result-strip').boundingBox()]
  expect((strip?.x ?? Infinity) + (strip?.width ?? 0)).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0))
})

test('saves a view by name: sidebar entry, same rows elsewhere, opening and deleting', async ({
  page,
  browser,
  relay,
}) => {
  await page.goto('/health')
  const checks = page.getByRole('grid', { name: 'Checks' })
  await expect(checks.getByRole('row', { name: /night page/ })).toBeVisible()
  await page.getByText('Hide Passing').click()
  await expect(checks.getByRole('row', { name: /shop page/ })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search checks' }).fill('page')
  await expect(page).toHaveURL(/query=page/)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Save this view…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog.getByText('Enter a name')).toBeVisible()
  await dialog.getByLabel('Name').fill('All pages')
  await dialog.getByText('Share with everyone').click()
  await page.keyboard.press('Enter')
  const inSidebar = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'All pages' })
  await expect(inSidebar).toBeVisible()

  await test.step('a link keeps its content in a browser that hides passing checks', async () => {
    const elsewhere = await browser.newContext({ baseURL: relay.url })
    const other = await elsewhere.newPage()
    await other.goto('/settings/users')
    await other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'All pages' }).click()
    await expect(other).toHaveURL(/hidePassing=false/)
    await expect(other.getByRole('row', { name: /shop page/ })).toBeVisible()
    await other.getByText('Hide Passing').click()
    await expect(other).toHaveURL(/hidePassing=true/)
    await expect(other.getByRole('row', { name: /shop page/ })).toHaveCount(0)
    await elsewhere.close()
  })

  await test.step('the plain address opens the starred view', async () => {
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'Open this page with All pages' }).click()
    await expect(page.getByRole('button', { name: 'Open this page with All pages', pressed: true })).toBeVisible()
    await page.goto('/health')
    await expect(page).toHaveURL(/query=page/)
    await expect(inSidebar).toHaveAttribute('aria-current', 'page')
  })

  await test.step('renames and deletes it', async () => {
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'Edit All pages' }).click()
    await page.getByRole('dialog', { name: 'Edit view' }).getByLabel('Name').fill('Every page')
    await page.keyboard.press('Enter')
    const renamed = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Every page' })
    await expect(renamed).toBeVisible()
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'Delete Every page' }).click()
    await page.getByRole('button', { name: 'Delete view' }).click()
    await expect(renamed).toHaveCount(0)
  })
})

test('exports current failures and permissions as separate files', async ({ page }) => {
  await page.goto('/settings/jobs')
  const failing = page.getByRole('region', { name: 'Failing now' })
  await expect(failing.getByRole('row', { name: /dark/ })).toBeVisible()
  const jobs = await saved(page, 'Export CSV', 'Export failing jobs')
  expect(jobs.name).toMatch(/^failing-jobs-/)
  expect(splitLines(jobs.text)[0]).toBe('Status,Job Name,Resource,Agent,Message,First seen,Streak,Next run')
  expect(splitLines(jobs.text).some((line) => line.includes('dark'))).toBe(true)

  await page.goto('/settings/canaries')
  await page.getByRole('link', { name: 'dark', exact: true }).click()
  await page.getByRole('tab', { name: 'Permissions' }).click()
  const people = page.getByRole('region', { name: 'Permissions' })
  await expect(people.getByRole('row', { name: /Admin/ })).toBeVisible()
  const rights = await saved(page, 'Export JSON')
  expect(JSON.parse(rights.text)).toContainEqual(expect.objectContaining({ Person: 'Admin', Read: 'yes, role admin' }))
})

/** Neighbours have different titles: the title tells that the next page is shown. */
const listPages = [
  ['/catalog', 'Catalog'],
  ['/incidents', 'Incidents'],
  ['/catalog/changes', 'Changes'],
  ['/playbooks/runs', 'Playbook runs'],
  ['/catalog/insights', 'Insights'],
  ['/notifications', 'Notifications'],
  ['/catalog/scrapers', 'Scrapers'],
  ['/notifications/rules', 'Notification rules'],
  ['/notifications/silences', 'Silences'],
  ['/settings/jobs', 'Job History'],
  ['/playbooks', 'Playbooks'],
  ['/settings/users', 'Users'],
  ['/settings/connections', 'Connections'],
  ['/settings/permissions', 'Permissions'],
  ['/settings/event-queue-status', 'Event Queue Status'],
  ['/settings/audit', 'Audit'],
  ['/settings/relays', 'Relays'],
  ['/settings/canaries', 'Health Checks'],
  ['/settings/feature-flags', 'Feature Flags'],
  ['/settings/agents', 'Agents'],
  ['/settings/integrations', 'Integrations'],
] as const

const listCutRows = (main: Locator) =>
  main.evaluate((element) => {
    const rows = [...element.querySelectorAll('tbody > tr, .ag-center-cols-container .ag-row')]
    return rows.flatMap((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      const frame = row.closest('.data-table-scroll, .ag-root-wrapper, .failing')?.getBoundingClientRect()
      const isCut = frame !== undefined && top < frame.bottom - 1 && bottom > frame.bottom + 1
      return isCut && row.checkVisibility({ visibilityProperty: true }) ? [row.textContent] : []
    })
  })

test('every list fits a wall: full width, readable text size, no controls', async ({ page }) => {
  test.slow()
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/docs?wall')
  for (const [path, title] of listPages) {
    await test.step(path, async () => {
      await goInApp(page, `${path}?wall`)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      const main = page.getByRole('main')
      await expect(
        main
          .getByRole('table')
          .or(main.getByRole('heading', { level: 2 }))
          .first(),
      ).toBeVisible()
      const small = await main.evaluate((element) => {
        const leastPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
        return [...element.querySelectorAll('th, td, td *, .list-facts *')].flatMap((part) => {
          const has = [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
          const isSmall =
            has &&
            part.checkVisibility() &&
            part.closest('[aria-hidden=true]') === null &&
            Number.parseFloat(getComputedStyle(part).fontSize) < leastPx
          return isSmall ? [part.textContent] : []
        })
      })
      expect(small).toEqual([])
      expect(await main.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
      expect(await listCutRows(main)).toEqual([])
      await expect(
        main.getByText(/status filter|Remove a filter|longer time range/).filter({ visible: true }),
      ).toHaveCount(0)
      const controls = main.locator(
        '.bp6-button, input:not([type="checkbox"]), [role="tab"], .bp6-html-select > .bp6-icon',
      )
      await expect(controls.filter({ visible: true })).toHaveCount(0)
    })
  }
})
