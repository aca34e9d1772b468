import { expect, test as base } from '#tests/fixtures/browser.ts'
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
    - { name: home page, url: '${at}', responseCodes: [200]${more} }
`

const test = base.extend<{ good: Target }>({
  good: oncePerWorker(
    () => startHttpTarget(),
    (target) => target.stop(),
  ),
  relayOptions: async ({ good }, provide) =>
    provide({
      resources: { 'dark.yaml': canary('dark', good.at, unjudged), 'shop.yaml': canary('shop', good.at) },
    }),
})

test('opens with current failures, filters runs by the address and shows the details of a run [JOBS-01,JOBS-03,JOBS-04,JOBS-10,JOBS-11,JOBS-13,JOBS-14,JOBS-15,JOBS-16,JOBS-17,JOBS-18,SHELL-37]', async ({
  page,
}) => {
  test.slow()
  await page.goto('/settings/jobs')
  const failing = page.getByRole('table', { name: 'Failing now' })
  const runs = page.getByRole('grid', { name: 'Job runs' })
  await expect(failing.getByRole('row', { name: /FAILED.*dark/ })).toBeVisible()
  await expect(failing.getByRole('row', { name: /shop/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Time range: Last 2d' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Status: not SUCCESS' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Rows per page' })).toHaveValue('150')
  await page.getByRole('button', { name: 'Duration any' }).click()
  await expect(page.getByRole('listbox', { name: 'Duration' }).getByRole('option')).toHaveText([
    'None',
    ...['15s', '30s', '1m', '2m', '3m', '5m', '10m', '15m'].map((length) => `${length} or longer`),
  ])
  await page.keyboard.press('Escape')
  await expect(runs.getByRole('row', { name: /dark/ }).first()).toBeVisible()
  await expect(runs.getByRole('row', { name: /SUCCESS/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'Job Name: All' }).click()
  await expect(page.getByRole('group', { name: 'Job Name' }).getByRole('button', { name: /^Canary/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Status: not SUCCESS' }).click()
  const statuses = page.getByRole('group', { name: 'Status' })
  for (const status of ['RUNNING', 'SUCCESS', 'WARNING', 'FAILED', 'STOPPED'])
    await expect(statuses.getByRole('button', { name: new RegExp(`^${status}`) })).toBeVisible()
  await statuses.getByRole('button', { name: /^SUCCESS/ }).click()
  await page.keyboard.press('Escape')
  const good = runs.getByRole('row', { name: /SUCCESS.*shop/ }).first()
  await expect(good).toBeVisible()
  await expect(good.getByRole('link', { name: 'shop' })).toHaveAttribute('href', /^\/settings\/canaries\/[-0-9a-f]+$/)

  await runs
    .getByRole('row', { name: /FAILED.*dark/ })
    .first()
    .getByText('FAILED')
    .click()
  const dialog = page.getByRole('dialog', { name: 'Canary, dark' })
  await expect(dialog.getByRole('tab', { name: /^Errors/, selected: true })).toBeVisible()
  await expect(dialog.getByText(/home page: .*must return true or false/).first()).toBeVisible()
  await dialog.getByRole('tab', { name: 'Scrape summary' }).click()
  await expect(dialog.getByText('No details found')).toBeVisible()
  await expect(page).toHaveURL(/job=[-0-9a-f]+.*jobTab=scrape_summary/)
  await page.reload()
  await expect(dialog.getByText('No details found')).toBeVisible()
})

test('a run without details does not open, and the tab of a resource has only its runs [JOBS-12,JOBS-19,JOBS-20]', async ({
  page,
}) => {
  test.slow()
  await page.goto('/settings/jobs?status=')
  const runs = page.getByRole('grid', { name: 'Job runs' })
  const good = runs.getByRole('row', { name: /SUCCESS.*shop/ }).first()
  await expect(good).toBeVisible()
  await good.getByText('SUCCESS').click()
  await expect(page).not.toHaveURL(/job=/)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await good.getByRole('link', { name: 'shop' }).click()
  await page.getByRole('tab', { name: 'Job History' }).click()
  await expect(runs.getByRole('row', { name: /shop/ }).first()).toBeVisible()
  await expect(runs.getByRole('row', { name: /dark/ })).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Rows per page' })).toHaveValue('150')
  const { pathname } = new URL(page.url())
  await page.goto(`${pathname}?tab=jobs&pageSize=50`)
  await expect(page.getByRole('combobox', { name: 'Rows per page' })).toHaveValue('50')
  await expect(runs.getByRole('row', { name: /shop/ }).first()).toBeVisible()
})

test('the backend sorts runs by a column header, and the address stores the order', async ({ page }) => {
  test.slow()
  await page.goto('/settings/jobs?status=')
  const runs = page.getByRole('grid', { name: 'Job runs' })
  await expect(runs.getByRole('row', { name: /SUCCESS.*shop/ }).first()).toBeVisible()
  await expect(runs.getByRole('row', { name: /FAILED.*dark/ }).first()).toBeVisible()
  const errors = () => runs.locator('.ag-row [col-id=failed]').allTextContents()
  await runs.getByRole('button', { name: 'Error' }).click()
  await expect.poll(async () => (await errors()).slice(0, 1)).toEqual(['0'])
  await runs.getByRole('button', { name: 'Error' }).click()
  await expect.poll(async () => (await errors()).slice(0, 1)).toEqual(['1'])
  expect(new URL(page.url()).search).toBe('?status=&sortBy=failed&sortOrder=desc')
  await page.reload()
  await expect(runs.getByRole('columnheader', { name: 'Error' })).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(async () => (await errors()).slice(0, 1)).toEqual(['1'])
})

test('on a wall each failing job shows its whole message below its name', async ({ page }) => {
  test.slow()
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/settings/jobs?wall')
  const row = page.getByRole('table', { name: 'Failing now' }).getByRole('row', { name: /dark/ })
  await expect(row).toBeVisible()
  const message = row.locator('.failing-message :is(.cut, .middle-cut > :first-child)').first()
  expect(await message.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true)
  const [height, text] = await row.evaluate((line) => [
    line.getBoundingClientRect().height,
    Number.parseFloat(getComputedStyle(line.querySelector('.job-name') ?? line).fontSize),
  ])
  expect(text).toBeGreaterThan(24)
  expect(height).toBeGreaterThan(1.5 * (text ?? Infinity))
  await expect(page.getByRole('grid', { name: 'Job runs' })).toHaveCount(0)
})
