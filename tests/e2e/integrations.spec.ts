import { expect, test } from '#tests/fixtures/browser.ts'
import { chooseOption } from '#tests/fixtures/choose-option.ts'

// The relay is shared with other files: tests delete what they create.
test.afterEach(async ({ page }) => {
  for (const table of ['config_scrapers', 'topologies', 'logging_backends'])
    await page.request.delete(`/api/db/${table}?name=like.integrated*`)
})

test('lists scrapers, topologies and log backends with their last job, and links to them [SET-87,SHELL-42,SHELL-43]', async ({
  page,
}) => {
  const add = async (table: string, row: object) => {
    const response = await page.request.post(`/api/db/${table}`, { data: { source: 'UI', ...row } })
    expect(response.status()).toBe(201)
  }
  await add('config_scrapers', {
    name: 'integrated-files',
    spec: { schedule: '@every 24h', file: [{ type: 'Doc', id: '$.id', paths: ['/nowhere/*.json'] }] },
  })
  await add('topologies', {
    name: 'integrated-shop',
    namespace: 'default',
    spec: { schedule: '@every 24h', components: [{ name: 'Shop' }] },
  })
  await add('logging_backends', {
    name: 'integrated-logs',
    spec: { backends: [{ file: { path: '/nowhere/*.log' } }] },
  })

  await page.goto('/settings/integrations?search=integrated')
  const table = page.getByRole('table', { name: 'Integrations' })
  await expect(table.getByRole('link')).toHaveCount(3)
  await expect(table.getByRole('row', { name: /integrated-logs/ })).toContainText('no job')
  await expect(table.getByRole('row', { name: /integrated-shop/ })).toContainText('SUCCESS')

  await chooseOption(page, 'Type', 'Log Backend')
  await expect(table.getByRole('link')).toHaveCount(1)
  await expect(page).toHaveURL(/type=logging_backends/)
  await table.getByRole('link', { name: 'integrated-logs' }).click()
  await expect(page).toHaveURL(/\/settings\/integrations\/logging_backends\//)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('integrated-logs')

  await page.goto('/settings/integrations?search=nothing-is-called-so')
  await expect(page.getByText('No integrations match')).toBeVisible()
})
