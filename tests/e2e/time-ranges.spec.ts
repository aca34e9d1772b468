import type { Page } from '@playwright/test'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#relay/database/server.ts'
import { serverUrlName } from '#tests/fixtures/browser-setup.ts'
import { expect, test as base } from '#tests/fixtures/browser.ts'
import { createDatabase } from '#tests/fixtures/migrated-server.ts'
import { insertRow, oneValue } from '#tests/fixtures/rows.ts'
import { startHttpTarget, type Target } from '#tests/fixtures/targets.ts'
import { oncePerWorker } from '#tests/fixtures/worker-values.ts'

interface Store {
  readonly url: string
  readonly database: Database
  readonly target: Target
}

const test = base.extend<{ store: Store }>({
  store: oncePerWorker(
    async () => {
      const url = await createDatabase(process.env[serverUrlName] ?? '')
      const database = await openServer({ url, maxConnections: 1, onConnectionError: () => undefined })
      return { url, database, target: await startHttpTarget() }
    },
    async ({ database, target }) => {
      await database.close()
      await target.stop()
    },
  ),
  relayOptions: async ({ store }, provide) => {
    const canary = `
kind: Canary
metadata: { name: harbour, namespace: port }
spec:
  schedule: '@every 720h'
  http: [{ name: lighthouse, url: '${store.target.at}' }]
`
    await provide({ env: { DATABASE_URL: store.url }, resources: { 'harbour.yaml': canary } })
  },
})

const yesterday = (database: Database, time: string) =>
  oneValue(
    database,
    `select ((current_timestamp at time zone 'Europe/Stockholm')::date - 1 + $1::time) at time zone 'Europe/Stockholm'`,
    [time],
  )

const findDialog = (page: Page) => page.getByRole('dialog', { name: 'Time range' })
const findPicker = (page: Page) => page.getByRole('button', { name: /^Time range: / })

const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(findDialog(page)).toHaveCount(0)
  await expect(findPicker(page)).toBeFocused()
}

const typeRange = async (page: Page, from: string, to: string) => {
  await findPicker(page).focus()
  await page.keyboard.press('Enter')
  await expect(findDialog(page).getByLabel('From')).toBeFocused()
  await page.keyboard.type(from)
  await page.keyboard.press('Tab')
  await page.keyboard.type(to)
  // The key is held until the dialog has closed and the button has focus again: its release must not press the
  // button.
  await page.keyboard.down('Enter')
  await expect(findDialog(page)).toHaveCount(0)
  await expect(findPicker(page)).toBeFocused()
  await page.keyboard.up('Enter')
}

const findJobRun = (page: Page, name: string) => page.getByRole('grid', { name: 'Job runs' }).getByRole('row', { name })

test('a range typed on the jobs page filters runs, stays in the address, and is offered again [UI-19,UI-21,UI-25,UI-26,UI-27]', async ({
  page,
  context,
  store: { database },
}) => {
  for (const [name, time] of [
    ['Tide tables', '14:10'],
    ['Ferry list', '15:10'],
  ] as const) {
    const created_at = await yesterday(database, time)
    const row = { name, status: 'FAILED', resource_type: 'canary', success_count: 0, error_count: 1 }
    await insertRow(database, 'job_history', { ...row, time_start: created_at, created_at })
  }
  await page.goto('/settings/jobs?search=x&pageIndex=0')
  await expect(findJobRun(page, 'Tide tables')).toBeVisible()
  await expect(findJobRun(page, 'Ferry list')).toBeVisible()

  await test.step('typed times are shown as parsed, and Submit is disabled until both are valid', async () => {
    const dialog = findDialog(page)
    await findPicker(page).click()
    const submit = dialog.getByRole('button', { name: 'Submit' })
    await expect(submit).toBeDisabled()
    await dialog.getByLabel('From').fill('yesterday 14:00')
    await expect(dialog.getByText(/^\w{3} \d+ \w{3} \d{4}, 14:00, Europe\/Stockholm$/)).toBeVisible()
    await expect(submit).toBeDisabled()
    await dialog.getByLabel('To').fill('yesterday 13:00')
    await submit.click()
    await expect(dialog.getByText('To must be later than From')).toBeVisible()
    await expect(dialog.getByLabel('To')).toBeFocused()
    await closeDialog(page)
    await page.reload()
    await findPicker(page).click()
    await expect(dialog.getByLabel('From')).toHaveValue('yesterday 14:00')
    await expect(dialog.getByLabel('To')).toHaveValue('yesterday 13:00')
    await closeDialog(page)
  })

  await typeRange(page, 'yesterday 14:00', 'yesterday 15:00')
  await expect(findJobRun(page, 'Ferry list')).toHaveCount(0)
  await expect(findJobRun(page, 'Tide tables')).toBeVisible()
  await expect(findPicker(page)).toHaveText(/ 14:00 to 15:00$/)
  const { searchParams } = new URL(page.url())
  expect([...searchParams.keys()]).toEqual(['search', 'rangeType', 'display', 'from', 'to'])
  expect(Date.parse(searchParams.get('to') ?? '') - Date.parse(searchParams.get('from') ?? '')).toBe(3_600_000)

  await page.reload()
  await expect(findJobRun(page, 'Tide tables')).toBeVisible()
  await expect(findJobRun(page, 'Ferry list')).toHaveCount(0)
  await test.step('the address shows the same range to other users', async () => {
    const other = await context.newPage()
    await other.goto(page.url())
    await expect(findJobRun(other, 'Tide tables')).toBeVisible()
    await expect(findJobRun(other, 'Ferry list')).toHaveCount(0)
    await other.close()
  })

  await page.getByRole('button', { name: 'Clear' }).first().click()
  expect(new URL(page.url()).search).toBe('?search=x')
  await expect(findJobRun(page, 'Ferry list')).toBeVisible()
  await findPicker(page).click()
  await findDialog(page)
    .getByRole('region', { name: 'Recently used' })
    .getByRole('button', { name: / 14:00 to 15:00$/ })
    .click()
  await expect(findJobRun(page, 'Ferry list')).toHaveCount(0)
  await expect(findJobRun(page, 'Tide tables')).toBeVisible()
})

test('a range typed on the playbook runs page filters them, and one that ends now stays relative', async ({
  page,
  store: { database },
}) => {
  for (const [name, time] of [
    ['dredge', '14:10'],
    ['moor', '15:10'],
  ] as const) {
    const playbook = { name, title: name, spec: { actions: [] }, source: 'UI' }
    const playbook_id = await insertRow(database, 'playbooks', playbook)
    const at = await yesterday(database, time)
    const moments = { scheduled_time: at, start_time: at, end_time: at, created_at: at }
    await insertRow(database, 'playbook_runs', { playbook_id, status: 'completed', ...moments })
  }
  const findRow = (name: string) => page.getByRole('table', { name: 'Playbook runs' }).getByRole('row', { name })
  await page.goto('/playbooks/runs')
  await expect(findRow('dredge')).toBeVisible()
  await expect(findRow('moor')).toBeVisible()
  await typeRange(page, 'yesterday 15:00', 'yesterday')
  await expect(findRow('dredge')).toHaveCount(0)
  await expect(findRow('moor')).toBeVisible()
  await page.reload()
  await expect(findRow('moor')).toBeVisible()
  await expect(findRow('dredge')).toHaveCount(0)
  await typeRange(page, '3d ago', 'now')
  await expect(findRow('dredge')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Time range: Last 3d' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('?range=now-3d')
})

test('a range typed on the health page filters history and graphs, beside the list of lengths [HEALTH-02,HEALTH-42]', async ({
  page,
  store: { database },
}) => {
  await expect.poll(async () => (await database.query(`select 1 from check_statuses`)).rows.length).toBeGreaterThan(0)
  const id = String(await oneValue(database, `select id from checks where name = 'lighthouse'`))
  for (const [time, status] of [
    ['14:10', true],
    ['14:20', false],
    ['15:10', true],
  ] as const)
    await database.query('insert into check_statuses (check_id, time, status, duration) values ($1, $2, $3, 12)', [
      id,
      await yesterday(database, time),
      status,
    ])
  await page.goto(`/health?checkId=${id}&timeRange=2d`)
  const panel = page.getByRole('complementary', { name: 'lighthouse' })
  await expect(panel.getByText(/^1 to 4 of 4 results/)).toBeVisible()
  await typeRange(page, 'yesterday 14:00', 'yesterday 15:00')
  await expect(panel.getByText(/^1 to 2 of 2 results/)).toBeVisible()
  await page.reload()
  await expect(panel.getByText(/^1 to 2 of 2 results/)).toBeVisible()
  await page.getByRole('tab', { name: 'Graphs' }).click()
  await expect(panel.getByText(/over the range$/)).toHaveText('50.00 over the range')
  await typeRange(page, 'yesterday 16:00', 'yesterday 17:00')
  await expect(panel.getByText(/^No results from .* 16:00 to 17:00\.$/)).toBeVisible()
  await findPicker(page).click()
  await findDialog(page).getByRole('button', { name: '1w' }).click()
  await expect(page).toHaveURL(new RegExp(`/health\\?checkId=${id}&detail=graphs&timeRange=1w$`))
})
