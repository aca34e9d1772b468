import { NotFoundPage } from '#client/features/shell/not-found-page.tsx'
import { readAuthMode } from '#client/lib/auth-mode.ts'
import { routes } from '#client/lib/routes.ts'
import { loaded, type PageEntry, type PageGate } from './page-entry.ts'

const read = (resource: PageGate['resource'], feature?: string): PageGate => ({
  resource,
  action: 'read',
  ...(feature !== undefined && { feature }),
})
const write = (resource: PageGate['resource']): PageGate => ({ resource, action: 'write' })

/** A page that this build does not hold yet, by its pattern. */
const coming = (path: string): PageEntry['page'] =>
  loaded(async () => {
    const [{ comingAreas }, { PlaceholderPage }] = await Promise.all([
      import('#client/features/shell/coming-areas.ts'),
      import('#client/features/shell/placeholder-page.tsx'),
    ])
    const area = comingAreas[path]
    if (area === undefined) throw new Error(`Nothing says what will stand at ${path}.`)
    return () => <PlaceholderPage {...area} />
  })

const later = (path: string, gate?: PageGate): PageEntry => ({ path, page: coming(path), ...(gate && { gate }) })

const settingsTablePage: PageEntry['page'] = loaded(async () => {
  const { SettingsTablePage } = await import('#client/features/shell/settings-table-page.tsx')
  return ({ params: { table = 'logging_backends' } }) => <SettingsTablePage table={table} />
})

const settingsRowPage: PageEntry['page'] = loaded(async () => {
  const { ResourcePage } = await import('./resource-page.tsx')
  return ({ params: { table = '', id = '' } }) => <ResourcePage table={table} id={id} />
})

const scraperPage: PageEntry['page'] = loaded(async () => {
  const { ResourcePage } = await import('./resource-page.tsx')
  return ({ params: { id = '' } }) => <ResourcePage table="config_scrapers" id={id} />
})

const integrationPage: PageEntry['page'] = loaded(async () => {
  const { IntegrationPage } = await import('#client/features/shell/integration-page.tsx')
  return ({ params: { type = '' } }) => <IntegrationPage type={type} />
})

const runPage: PageEntry['page'] = loaded(async () => {
  const { RunPage } = await import('#client/features/playbooks/runs/run-page.tsx')
  return ({ params: { id = '' } }) => <RunPage key={id} id={id} />
})

const playbookPage: PageEntry['page'] = loaded(async () => {
  const { PlaybookPage } = await import('#client/features/playbooks/editor/playbook-page.tsx')
  return ({ params: { id = '' } }) => <PlaybookPage key={id} id={id} />
})

/** Where nobody signs in there is no profile to keep. */
const profilePage: PageEntry['page'] =
  readAuthMode() === 'identity'
    ? loaded(async () => (await import('#client/features/identity/profile-page.tsx')).ProfilePage)
    : readAuthMode() === 'hosted'
      ? loaded(async () => (await import('#client/features/identity/hosted/hosted-profile-page.tsx')).HostedProfilePage)
      : coming(routes.profile)

const NoUsersPage = () => <NotFoundPage what="The hosted provider keeps the users of this console." />

/** The hosted provider keeps its users itself (ledger SHELL-36). */
const usersPage: PageEntry['page'] =
  readAuthMode() === 'hosted'
    ? loaded(async () => NoUsersPage)
    : loaded(async () => (await import('#client/features/settings/users/users-page.tsx')).UsersPage)

const topologies = read('topologies', 'topology')
const catalog: PageGate = { ...read('database', 'config'), object: 'catalog' }
const playbooks = read('playbooks', 'playbooks')
const incident = read('incident', 'incidents')
const notifications = read('notifications')

/** Every page, in the order in which addresses are tried: a fixed segment before a parameter in its place. */
export const pages: readonly PageEntry[] = [
  later(routes.topologyCard, topologies),
  {
    path: routes.healthWall,
    page: loaded(async () => (await import('#client/features/wall/health-wall-page.tsx')).HealthWallPage),
    gate: read('canaries', 'health'),
  },
  later(routes.topology, topologies),
  later(routes.topologyItem, topologies),
  {
    path: routes.health,
    page: loaded(async () => (await import('./health-with-playbooks.tsx')).HealthWithPlaybooks),
    gate: read('canaries', 'health'),
  },
  later(routes.incidents, incident),
  later(routes.incident, incident),
  later(routes.catalog, catalog),
  later(routes.catalogChanges, catalog),
  later(routes.catalogInsights, catalog),
  later(routes.scrapers, read('config_scrapers', 'settings.config_scraper')),
  { path: routes.scraper, page: scraperPage, gate: read('config_scrapers', 'settings.config_scraper') },
  later(routes.configItem, catalog),
  later(routes.configItemChanges, catalog),
  later(routes.configItemInsights, catalog),
  later(routes.configItemRelationships, catalog),
  later(routes.configItemPlaybooks, catalog),
  later(routes.configItemChecks, catalog),
  later(routes.logs, read('logging_backends', 'logs')),
  {
    path: routes.playbooks,
    page: loaded(async () => (await import('#client/features/playbooks/list/playbooks-page.tsx')).PlaybooksPage),
    gate: playbooks,
  },
  {
    path: routes.playbookRuns,
    page: loaded(async () => (await import('#client/features/playbooks/runs/runs-page.tsx')).RunsPage),
    gate: read('playbook_runs', 'playbooks'),
  },
  { path: routes.playbookRun, page: runPage, gate: read('playbook_runs', 'playbooks') },
  { path: routes.playbook, page: playbookPage, gate: playbooks },
  later(routes.notifications, notifications),
  later(routes.notificationRules, notifications),
  later(routes.silences, notifications),
  later(routes.silenceAdd, write('notifications')),
  {
    path: routes.settings,
    page: loaded(async () => (await import('#client/features/shell/settings-page.tsx')).SettingsPage),
  },
  later(routes.connections, read('connections')),
  {
    path: routes.permissions,
    page: loaded(
      async () => (await import('#client/features/settings/permissions/permissions-page.tsx')).PermissionsPage,
    ),
    gate: read('permissions', 'settings.permissions'),
  },
  {
    path: routes.permissionsHelp,
    page: loaded(
      async () => (await import('#client/features/settings/permissions/permissions-help-page.tsx')).PermissionsHelpPage,
    ),
  },
  { path: routes.users, page: usersPage, gate: read('identities') },
  {
    path: routes.jobs,
    page: loaded(async () => (await import('#client/features/jobs/jobs-page.tsx')).JobsPage),
    gate: { ...read('database'), object: 'database.monitor' },
  },
  {
    path: routes.featureFlags,
    page: loaded(
      async () => (await import('#client/features/settings/feature-flags/feature-flags-page.tsx')).FeatureFlagsPage,
    ),
    gate: read('properties'),
  },
  { path: routes.logBackends, page: settingsTablePage, gate: read('logging_backends') },
  later(routes.eventQueue, read('database')),
  later(routes.agents, read('agents')),
  {
    path: routes.screens,
    page: loaded(async () => (await import('#client/features/wall/screens/screens-page.tsx')).ScreensPage),
    gate: read('canaries', 'settings.screens'),
  },
  later(routes.integrations, read('integrations')),
  { path: routes.integration, page: integrationPage, gate: write('integrations') },
  { path: routes.settingsTable, page: settingsTablePage },
  { path: routes.settingsRow, page: settingsRowPage },
  {
    path: routes.docs,
    page: loaded(async () => (await import('#client/features/shell/docs-page.tsx')).DocsPage),
  },
  { path: routes.profile, page: profilePage },
]
