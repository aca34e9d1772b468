import { expect, test } from '#tests/fixtures/browser.ts'
import { goInApp } from '#tests/fixtures/go-in-app.ts'

const id = '0195c0de-0000-7000-8000-000000000001'

/** Neighbours have different titles, so that a page that did not change fails the test. */
const routes: readonly (readonly [address: string, title: string])[] = [
  [`/catalog/${id}`, 'Config item'],
  ['/catalog', 'Catalog'],
  [`/catalog/${id}/changes`, 'Config item'],
  ['/playbooks', 'Playbooks'],
  [`/catalog/${id}/insights`, 'Config item'],
  ['/catalog/changes', 'Catalog'],
  [`/catalog/${id}/relationships`, 'Config item'],
  ['/playbooks/runs', 'Playbooks'],
  [`/catalog/${id}/playbooks`, 'Config item'],
  ['/catalog/insights', 'Catalog'],
  [`/catalog/${id}/checks`, 'Config item'],
  [`/view/topology/${id}`, 'Topology not found'],
  [`/catalog/${id}/incidents`, 'Config item'],
  ['/topology', 'Dashboard'],
  [`/topology/${id}`, 'Component'],
  ['/incidents', 'Incidents'],
  [`/incidents/${id}`, 'Incident not found'],
  ['/health', 'Health'],
  [`/playbooks/${id}`, 'Playbooks'],
  [`/playbooks/runs/${id}`, 'Run not found'],
  ['/notifications', 'Notifications'],
  ['/notifications/rules', 'Notification rules'],
  ['/notifications/message', 'Message'],
  ['/notifications/silences', 'Silences'],
  ['/logs', 'Logs'],
  ['/catalog/scrapers', 'Catalog'],
  [`/catalog/scrapers/${id}`, 'Catalog Scrapers'],
  [`/catalog/${id}/costs`, 'Config item'],
  ['/settings/connections', 'Connections'],
  ['/settings/permissions', 'Permissions'],
  ['/settings/users', 'Users'],
  ['/settings/jobs', 'Job History'],
  ['/settings/feature-flags', 'Feature Flags'],
  ['/settings/log-backends', 'Log Backends'],
  ['/settings/event-queue-status', 'Event Queue Status'],
  ['/settings/agents', 'Agents'],
  ['/settings/backup', 'Backup'],
  ['/settings/relays', 'Relays'],
  ['/settings/integrations', 'Integrations'],
  ['/docs', 'Docs'],
  ['/docs/configuration', 'Configuration'],
  ['/docs/reference/permissions', 'Permissions'],
]

test('every route shows its page under its title [SHELL-11,SHELL-24,SHELL-25,SHELL-26,SHELL-29,SHELL-30,SHELL-31,SHELL-32]', async ({
  page,
}) => {
  test.slow()
  await page.goto('/docs')
  for (const [address, title] of routes) {
    await goInApp(page, address)
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Page not found' })).toHaveCount(0)
  }
})

test('/ and the logo lead to the dashboard [SHELL-03,SHELL-58]', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/topology$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Quarterdeck, home' }).click()
  await expect(page).toHaveURL(/\/topology$/)
})

for (const [from, to, row] of [
  ['/configs', '/catalog', '[SHELL-21]'],
  ['/config-db', '/catalog', '[SHELL-33]'],
] as const)
  test(`${from} redirects to ${to} ${row}`, async ({ page }) => {
    await page.goto(from)
    await expect(page).toHaveURL(new RegExp(`${to}$`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

for (const [from, to] of [
  ['/config/changes?type=Pod', '/catalog/changes?type=Pod'],
  ['/settings/notifications/rules', '/notifications/rules'],
  [`/notifications/silence?config_id=${id}`, `/notifications/silences/add?config_id=${id}`],
  ['/settings/config_scrapers', '/catalog/scrapers'],
] as const)
  test(`${from} redirects to ${to} with its query`, async ({ page, baseURL }) => {
    await page.goto(from)
    await expect(page).toHaveURL(`${baseURL}${to}`)
  })

test('every table of managed resources and each of its rows has a page [SHELL-45,SHELL-46,SET-04,SET-10]', async ({
  page,
}) => {
  await page.goto('/settings')
  for (const table of ['topologies', 'canaries', 'teams', 'incident_rules', 'logging_backends']) {
    await goInApp(page, `/settings/${table}`)
    await expect(page.getByRole('button', { name: /^Add / })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'No resources found' })).toHaveCount(0)
    await goInApp(page, `/settings/${table}/${id}`)
    await expect(page.getByRole('heading', { level: 2, name: 'No resources found' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Add / })).toHaveCount(0)
  }
})

test('integration types must match exactly [SHELL-44]', async ({ page }) => {
  await page.goto(`/settings/integrations/scrapers/${id}`)
  await expect(page.getByRole('heading', { level: 2, name: 'No resources found' })).toBeVisible()
  for (const type of ['Scrapers', 'scraper']) {
    await page.goto(`/settings/integrations/${type}/${id}`)
    await expect(page.getByText(`No integration type named "${type}".`)).toBeVisible()
  }
})

test('an unknown address shows a not-found page', async ({ page }) => {
  for (const address of ['/nowhere', '/settings/passwords', '/health/x/y']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 2, name: 'Page not found' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Open health' })).toBeVisible()
  }
})
