import { expect, test } from '#tests/fixtures/browser.ts'

// The relay is shared with other files: tests delete what they create.
test.afterEach(async ({ page }) => {
  for (const table of ['topologies', 'logging_backends'])
    await page.request.delete(`/api/db/${table}?name=like.wizard*`)
})

test.beforeEach(async ({ page }) => {
  await page.goto('/settings/integrations')
  await page.getByRole('button', { name: 'Add integration' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Integration' })).toBeVisible()
})

test('chart snippets follow the input, and going back keeps it [SET-76,SET-77,SET-81,SET-82,SET-83,SET-84,SET-86]', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Add Integration' })
  await expect(dialog.getByRole('region', { name: 'GitOps' }).getByRole('button')).toHaveText([
    /^AWS/,
    /^Azure/,
    /^Prometheus/,
    /^Flux/,
    /^Kubernetes/,
    /^Mission Control/,
  ])
  const box = await dialog.boundingBox()
  expect(box?.width).toBeGreaterThan(1_300)
  expect(box?.height).toBeGreaterThan(700)
  await dialog.getByRole('button', { name: 'Kubernetes', exact: true }).click()
  const values = dialog.getByRole('textbox', { name: 'Values' })
  await expect(values).toContainText('clusterName: kubernetes')
  await expect(dialog.getByText('Embedded copy from')).toBeVisible()
  const snippet = dialog.getByRole('tabpanel')
  await expect(snippet).toContainText('name: mission-control-kubernetes\n  namespace: mission-control')
  await expect(snippet).toContainText('interval: 30m')
  await expect(snippet).not.toContainText('values:')

  await dialog.getByLabel('Namespace').fill('ops')
  await expect(snippet).toContainText('namespace: ops')
  await values.fill('clusterName: prod-eu-2\nprometheusURL: ""\n')
  await expect(snippet).toContainText('clusterName: prod-eu-2')
  await expect(dialog.getByRole('region', { name: 'Changed values' })).toContainText('clusterName: prod-eu-2')
  await dialog.getByRole('tab', { name: 'Helm CLI' }).click()
  await expect(snippet).toContainText('helm upgrade --install mission-control-kubernetes')
  await expect(snippet).toContainText('--namespace ops')

  await dialog.getByLabel('Namespace').fill('ops; reboot')
  await expect(snippet).toHaveText('Fix the settings to see the snippet.')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: 'Kubernetes', exact: true }).click()
  await expect(dialog.getByLabel('Namespace')).toHaveValue('ops; reboot')
  await expect(values).toContainText('clusterName: prod-eu-2')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
})

test('a directly created integration is listed after saving, and the wizard closes [SET-78,SET-84,SET-85]', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Add Integration' })
  await expect(dialog.getByRole('region', { name: 'Direct' }).getByRole('button')).toHaveText([
    /^Custom Topology/,
    /^Catalog Scraper/,
    /^Log Backends/,
  ])
  await dialog.getByRole('button', { name: 'Log Backends', exact: true }).click()
  await expect(dialog.getByRole('textbox', { name: 'Spec' })).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).fill('wizard-logs')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Log Backends', exact: true }).click()
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('wizard-logs')
  await expect(dialog.getByRole('textbox', { name: 'Spec' })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Spec' }).fill('{ backends: [{ file: { path: /nowhere/*.log } }] }')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(
    page.getByRole('table', { name: 'Integrations' }).getByRole('link', { name: 'wizard-logs' }),
  ).toBeVisible()
})

test('redirects to the topologies after saving a topology [SET-80]', async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: 'Add Integration' })
  await dialog.getByRole('button', { name: 'Custom Topology', exact: true }).click()
  await dialog.getByLabel('Schedule').fill('@every 24h')
  await dialog.getByLabel('Name *').fill('Shop')
  await dialog.getByRole('button', { name: 'Add child' }).click()
  await dialog.getByLabel('Name *').fill('Cart')
  await dialog.getByLabel('Name', { exact: true }).fill('wizard-shop')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/topology(\?|$)/)
  await expect(dialog).toHaveCount(0)
})

test('a new scraper starts with its type', async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: 'Add Integration' })
  await dialog.getByRole('button', { name: 'Catalog Scraper', exact: true }).click()
  await expect(dialog.getByRole('region', { name: 'Type' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByRole('region', { name: 'Direct' })).toBeVisible()
})

test('offers no log backend when logs are switched off [LOGS-03]', async ({ page }) => {
  const direct = page.getByRole('dialog', { name: 'Add Integration' }).getByRole('region', { name: 'Direct' })
  await expect(direct.getByRole('button', { name: /^Log Backends/ })).toBeVisible()
  await page.route('**/api/properties', (route) =>
    route.fulfill({ json: [{ name: 'logs.disable', value: 'true', source: 'local' }] }),
  )
  await page.goto('/settings/integrations')
  await page.getByRole('button', { name: 'Add integration' }).click()
  await expect(direct.getByRole('button').first()).toBeVisible()
  await expect(direct.getByRole('button', { name: /^Log Backends/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Logs', exact: true })).toHaveCount(0)
})
