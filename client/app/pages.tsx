import { AlignLeft, Database, Issue, LayoutGrid, Manual, Pulse } from '@blueprintjs/icons'
import { NotFoundPage } from '#client/features/shell/not-found-page.tsx'
import { readAuthMode } from '#client/lib/browser/auth-mode.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { loaded, type OfferedPage, type PageEntry, type PageGate } from './page-entry.ts'

const read = (resource: PageGate['resource'], feature?: PageGate['feature']): PageGate => ({
  resource,
  action: 'read',
  ...(feature !== undefined && { feature }),
})
const write = (resource: PageGate['resource']): PageGate => ({ resource, action: 'write' })

/** A page that this build does not hold yet, by its pattern. */
const coming = (path: string, title: string): PageEntry['page'] =>
  loaded(async () => {
    const [{ comingAreas }, { PlaceholderPage }] = await Promise.all([
      import('#client/features/shell/coming-areas.ts'),
      import('#client/features/shell/placeholder-page.tsx'),
    ])
    const area = comingAreas[path]
    if (area === undefined) throw new Error(`Nothing says what will stand at ${path}.`)
    return () => <PlaceholderPage title={title} {...area} />
  })

const later = (path: string, title: string, rest: Omit<OfferedPage, 'path' | 'title' | 'page'>): OfferedPage => ({
  path,
  title,
  page: coming(path, title),
  ...rest,
})

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
      : coming(routes.profile, 'Profile')

const NoUsersPage = () => <NotFoundPage what="The hosted provider keeps the users of this console." />

/** The hosted provider keeps its users itself (ledger SHELL-36). */
const usersPage: PageEntry['page'] =
  readAuthMode() === 'hosted'
    ? loaded(async () => NoUsersPage)
    : loaded(async () => (await import('#client/features/settings/users/users-page.tsx')).UsersPage)

const tablePage = (table: string) => linkTo(routes.settingsTable, { table })

const topologies = read('topologies', 'topology')
const catalog: PageGate = { ...read('database', 'config'), object: 'catalog' }
const playbooks = read('playbooks', 'playbooks')
const incident = read('incident', 'incidents')
const notifications = read('notifications')

/**
 * Every page with its right, the flag that switches it off and how the shell offers it, in the order in which addresses are
 * tried (a fixed segment before a parameter in its place) and in which the areas stand in the sidebar.
 */
export const pages: readonly PageEntry[] = [
  later(routes.topologyCard, 'Topology', { gate: topologies }),
  {
    path: routes.healthWall,
    page: loaded(async () => (await import('#client/features/wall/health-wall-page.tsx')).HealthWallPage),
    gate: read('canaries', 'health'),
  },
  later(routes.topology, 'Dashboard', { gate: topologies, area: { icon: LayoutGrid }, letter: 'd' }),
  later(routes.topologyItem, 'Component', { gate: topologies }),
  {
    path: routes.health,
    title: 'Health',
    page: loaded(async () => (await import('./health-with-playbooks.tsx')).HealthWithPlaybooks),
    gate: read('canaries', 'health'),
    area: { icon: Pulse },
    letter: 'h',
  },
  later(routes.incidents, 'Incidents', { gate: incident, area: { icon: Issue }, letter: 'i' }),
  later(routes.incident, 'Incident', { gate: incident }),
  later(routes.catalog, 'Catalog', { gate: catalog, area: { icon: Database }, letter: 'c' }),
  later(routes.catalogChanges, 'Changes', { gate: catalog }),
  later(routes.catalogInsights, 'Insights', { gate: catalog }),
  later(routes.scrapers, 'Catalog Scrapers', {
    gate: read('config_scrapers', 'settings.config_scraper'),
    settings: [{}],
  }),
  { path: routes.scraper, page: scraperPage, gate: read('config_scrapers', 'settings.config_scraper') },
  later(routes.configItem, 'Configuration item', { gate: catalog }),
  later(routes.configItemChanges, 'Changes of the item', { gate: catalog }),
  later(routes.configItemInsights, 'Insights of the item', { gate: catalog }),
  later(routes.configItemRelationships, 'Relationships of the item', { gate: catalog }),
  later(routes.configItemPlaybooks, 'Playbooks of the item', { gate: catalog }),
  later(routes.configItemChecks, 'Checks of the item', { gate: catalog }),
  later(routes.logs, 'Logs', { gate: read('logging_backends', 'logs'), area: { icon: AlignLeft }, letter: 'l' }),
  {
    path: routes.playbooks,
    title: 'Playbooks',
    page: loaded(async () => (await import('#client/features/playbooks/list/playbooks-page.tsx')).PlaybooksPage),
    gate: playbooks,
    area: { icon: Manual },
    letter: 'p',
  },
  {
    path: routes.playbookRuns,
    page: loaded(async () => (await import('#client/features/playbooks/runs/runs-page.tsx')).RunsPage),
    gate: read('playbook_runs', 'playbooks'),
  },
  { path: routes.playbookRun, page: runPage, gate: read('playbook_runs', 'playbooks') },
  { path: routes.playbook, page: playbookPage, gate: playbooks },
  later(routes.notifications, 'Notifications', { gate: notifications, letter: 'n' }),
  later(routes.notificationRules, 'Notification rules', {
    gate: notifications,
    settings: [{ name: 'Notification Rules', feature: 'settings.notifications' }],
  }),
  later(routes.silences, 'Silences', { gate: notifications }),
  later(routes.silenceAdd, 'Add silence', { gate: write('notifications') }),
  {
    path: routes.settings,
    page: loaded(async () => (await import('#client/features/shell/settings-page.tsx')).SettingsPage),
  },
  later(routes.connections, 'Connections', {
    gate: read('connections'),
    settings: [{ feature: 'settings.connections' }],
  }),
  {
    path: routes.permissions,
    title: 'Permissions',
    page: loaded(
      async () => (await import('#client/features/settings/permissions/permissions-page.tsx')).PermissionsPage,
    ),
    gate: read('permissions', 'settings.permissions'),
    settings: [{}],
  },
  {
    path: routes.permissionsHelp,
    page: loaded(
      async () => (await import('#client/features/settings/permissions/permissions-help-page.tsx')).PermissionsHelpPage,
    ),
  },
  {
    path: routes.users,
    title: 'Users',
    page: usersPage,
    gate: read('identities'),
    settings: [{ feature: 'settings.users', hiddenIn: 'hosted' }],
  },
  {
    path: routes.jobs,
    title: 'Job History',
    page: loaded(async () => (await import('#client/features/jobs/jobs-page.tsx')).JobsPage),
    gate: { ...read('database'), object: 'database.monitor' },
    settings: [{ feature: 'settings.job_history' }],
  },
  {
    path: routes.featureFlags,
    title: 'Feature Flags',
    page: loaded(
      async () => (await import('#client/features/settings/feature-flags/feature-flags-page.tsx')).FeatureFlagsPage,
    ),
    gate: read('properties'),
    settings: [{ feature: 'settings.feature_flags' }],
  },
  {
    path: routes.logBackends,
    title: 'Log Backends',
    page: settingsTablePage,
    gate: read('logging_backends'),
    settings: [{ feature: 'settings.logging_backends' }],
  },
  later(routes.eventQueue, 'Event Queue Status', {
    gate: read('database'),
    settings: [{ feature: 'settings.event_queue_status' }],
  }),
  later(routes.agents, 'Agents', { gate: read('agents'), settings: [{ feature: 'settings.agents' }] }),
  {
    path: routes.screens,
    title: 'Screens',
    page: loaded(async () => (await import('#client/features/wall/screens/screens-page.tsx')).ScreensPage),
    gate: read('canaries', 'settings.screens'),
    settings: [{}],
  },
  later(routes.integrations, 'Integrations', {
    gate: read('integrations'),
    settings: [{ feature: 'settings.integrations' }],
  }),
  { path: routes.integration, page: integrationPage, gate: write('integrations') },
  {
    path: routes.settingsTable,
    title: 'Settings',
    page: settingsTablePage,
    settings: [
      { name: 'Health Checks', href: tablePage('canaries'), feature: 'settings.health', resource: 'canaries' },
      { name: 'Rules', href: tablePage('incident_rules'), feature: 'settings.rules', resource: 'incident' },
      { name: 'Teams', href: tablePage('teams'), feature: 'settings.teams', resource: 'database' },
      { name: 'Topologies', href: tablePage('topologies'), feature: 'settings.topology', resource: 'topologies' },
    ],
  },
  { path: routes.settingsRow, page: settingsRowPage },
  {
    path: routes.docs,
    page: loaded(async () => (await import('#client/features/shell/docs-page.tsx')).DocsPage),
  },
  { path: routes.profile, page: profilePage },
]
