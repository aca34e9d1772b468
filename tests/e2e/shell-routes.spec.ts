import { expect, test } from '#tests/fixtures/browser.ts'

const id = '0195c0de-0000-7000-8000-000000000001'

const routes: readonly (readonly [address: string, title: string, row: string])[] = [
  [`/view/topology/${id}`, 'Topology', 'SHELL-04'],
  ['/topology', 'Dashboard', 'SHELL-07'],
  [`/topology/${id}`, 'Component', 'SHELL-08'],
  ['/incidents', 'Incidents', 'SHELL-09'],
  [`/incidents/${id}`, 'Incident', 'SHELL-10'],
  ['/health', 'Health', 'SHELL-11'],
  ['/playbooks', 'Playbooks', 'SHELL-12'],
  ['/playbooks/runs', 'Playbook runs', 'SHELL-13'],
  [`/playbooks/runs/${id}`, 'Playbook run', 'SHELL-14'],
  [`/playbooks/${id}`, 'Playbook', 'SHELL-15'],
  ['/notifications', 'Notifications', 'SHELL-16'],
  ['/notifications/rules', 'Notification rules', 'SHELL-17'],
  ['/notifications/silences', 'Silences', 'SHELL-18'],
  ['/logs', 'Logs', 'SHELL-20'],
  ['/catalog', 'Catalog', 'SHELL-22'],
  ['/catalog/changes', 'Changes', 'SHELL-23'],
  ['/catalog/insights', 'Insights', 'SHELL-24'],
  ['/catalog/scrapers', 'Catalog Scrapers', 'SHELL-25'],
  [`/catalog/scrapers/${id}`, 'Catalog Scraper', 'SHELL-26'],
  [`/catalog/${id}`, 'Configuration item', 'SHELL-27'],
  [`/catalog/${id}/changes`, 'Changes of the item', 'SHELL-28'],
  [`/catalog/${id}/insights`, 'Insights of the item', 'SHELL-29'],
  [`/catalog/${id}/relationships`, 'Relationships of the item', 'SHELL-30'],
  [`/catalog/${id}/playbooks`, 'Playbooks of the item', 'SHELL-31'],
  [`/catalog/${id}/checks`, 'Checks of the item', 'SHELL-32'],
  ['/settings/connections', 'Connections', 'SHELL-34'],
  ['/settings/permissions', 'Permissions', 'SHELL-35'],
  ['/settings/users', 'Users', 'SHELL-36'],
  ['/settings/jobs', 'Job History', 'SHELL-37'],
  ['/settings/feature-flags', 'Feature Flags', 'SHELL-38'],
  ['/settings/log-backends', 'Log Backends', 'SHELL-39'],
  ['/settings/event-queue-status', 'Event Queue Status', 'SHELL-40'],
  ['/settings/agents', 'Agents', 'SHELL-41'],
  ['/settings/integrations', 'Integrations', 'SHELL-42'],
]

/** Rows whose page is one that says what will come are shown by that page's own tests, not here. */
const complete = new Set(['SHELL-11'])

for (const [address, title, row] of routes)
  test(`${address} has its page, ${title}${complete.has(row) ? ` [${row}]` : ''}`, async ({ page }) => {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Page not found' })).toHaveCount(0)
  })

test('an area to come says so and leads on', async ({ page }) => {
  await page.goto('/incidents')
  await expect(page.getByRole('heading', { level: 2, name: 'Incidents: not in this version yet' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Open health' }).click()
  await expect(page).toHaveURL(/\/health/)
})

for (const [from, to, row] of [
  ['/', '/topology', 'SHELL-03'],
  ['/configs', '/catalog', 'SHELL-21'],
  ['/config-db', '/catalog', 'SHELL-33'],
] as const)
  test(`${from} leads to ${to} [${row}]`, async ({ page }) => {
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
  test(`${from} leads to ${to}, with its query`, async ({ page, baseURL }) => {
    await page.goto(from)
    await expect(page).toHaveURL(`${baseURL}${to}`)
  })

for (const table of ['topologies', 'canaries', 'teams', 'incident_rules'])
  test(`/settings/${table} and its rows have a page`, async ({ page }) => {
    await page.goto(`/settings/${table}`)
    await expect(page.getByRole('heading', { level: 2, name: /not in this version yet/ })).toBeVisible()
    await page.goto(`/settings/${table}/${id}`)
    await expect(page.getByRole('heading', { level: 2, name: /one resource/ })).toBeVisible()
  })

for (const address of ['/nowhere', '/settings/passwords', '/health/x/y'])
  test(`${address} is not found, and says so`, async ({ page }) => {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 2, name: 'Page not found' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Open health' })).toBeVisible()
  })
