import { AlignLeft, Database, GridView, Manual, Pulse, WarningSign } from '@blueprintjs/icons'
import { isIntegrationType } from '#shared/settings/integration-types.ts'
import { isSettingsTable, settingsTables, type SettingsTable } from '#shared/settings/settings-tables.ts'
import type { ItemTab } from '#client/features/catalog/item/item-page.tsx'
import { NotFoundPage } from '#client/features/shell/not-found-page.tsx'
import { readAuthMode } from '#client/lib/browser/auth-mode.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { Gated } from './gated.tsx'
import { loaded, type PageEntry, type PageGate } from './page-entry.ts'

const read = (resource: PageGate['resource'], feature?: PageGate['feature']): PageGate => ({
  resource,
  action: 'read',
  ...(feature !== undefined && { feature }),
})
const write = (resource: PageGate['resource']): PageGate => ({ resource, action: 'write' })

/** A page that this build does not hold yet: its address says so, and nothing in the shell leads there. */
const later = (path: string, title: string, gate: PageGate): PageEntry => ({
  path,
  gate,
  page: loaded(async () => {
    const { ComingPage } = await import('#client/features/shell/coming-page.tsx')
    return () => <ComingPage title={title} />
  }),
})

/** A table of managed resources, and one of its rows, take the right to read it. */
const ofTable = (table: string, page: React.ReactNode) =>
  isSettingsTable(table) ? <Gated gate={{ ...settingsTables[table], action: 'read' }}>{page}</Gated> : page

const settingsTablePage: PageEntry['page'] = loaded(async () => {
  const { ResourcesPage } = await import('#client/features/settings/resources/resources-page.tsx')
  return ({ params: { table = 'logging_backends' } }) =>
    isSettingsTable(table) ? (
      ofTable(table, <ResourcesPage key={table} table={table} />)
    ) : (
      <NotFoundPage what={`No settings table is called "${table}".`} />
    )
})

const ofSettings = (table: SettingsTable): PageGate => {
  const { resource, feature } = settingsTables[table]
  return read(resource, feature)
}

/** A list that the settings offer by its title. */
const listOf = (table: SettingsTable): PageEntry => ({
  path: linkTo(routes.settingsTable, { table }),
  title: settingsTables[table].title,
  gate: ofSettings(table),
  settings: [{}],
  page: loaded(async () => {
    const { ResourcesPage } = await import('#client/features/settings/resources/resources-page.tsx')
    return () => <ResourcesPage table={table} />
  }),
})

const settingsRowPage: PageEntry['page'] = loaded(async () => {
  const { ResourcePage } = await import('./resource-page.tsx')
  return ({ params: { table = '', id = '' } }) => ofTable(table, <ResourcePage table={table} id={id} />)
})

const scraperPage: PageEntry['page'] = loaded(async () => {
  const { ResourcePage } = await import('./resource-page.tsx')
  return ({ params: { id = '' } }) => <ResourcePage table="config_scrapers" id={id} />
})

const integrationPage: PageEntry['page'] = loaded(async () => {
  const { ResourcePage } = await import('./resource-page.tsx')
  return ({ params: { type = '', id = '' } }) =>
    isIntegrationType(type) ? (
      <ResourcePage table={type === 'scrapers' ? 'config_scrapers' : type} id={id} />
    ) : (
      <NotFoundPage what={`No type of integration is called "${type}".`} />
    )
})

const itemPage = (tab: ItemTab): PageEntry['page'] =>
  loaded(async () => {
    const { ItemWithActions } = await import('./item-with-actions.tsx')
    return ({ params: { id = '' } }) => <ItemWithActions key={id} id={id} tab={tab} />
  })

const componentPage: PageEntry['page'] = loaded(async () => {
  const { ComponentWithActions } = await import('./component-with-actions.tsx')
  return ({ params: { id = '' } }) => <ComponentWithActions key={id} id={id} />
})

const topologyWallPage: PageEntry['page'] = loaded(async () => {
  const { TopologyWallPage } = await import('#client/features/wall/topology-wall-page.tsx')
  return ({ params: { id = '' } }) => <TopologyWallPage key={id} id={id} />
})

const runPage: PageEntry['page'] = loaded(async () => {
  const { RunWithActions } = await import('./run-with-actions.tsx')
  return ({ params: { id = '' } }) => <RunWithActions key={id} id={id} />
})

const incidentPage: PageEntry['page'] = loaded(async () => {
  const { IncidentPage } = await import('#client/features/incidents/incident/incident-page.tsx')
  return ({ params: { id = '' } }) => <IncidentPage key={id} id={id} />
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
      : loaded(async () => (await import('#client/features/shell/no-profile-page.tsx')).NoProfilePage)

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
/** What was sent, and how rules fare, is of the installation's workings. */
const sends = { ...read('notifications'), object: 'database.monitor' } as const
const scrapers = read('config_scrapers', 'settings.config_scraper')

/**
 * Every page with its right, the flag that switches it off and how the shell offers it, in the order in which addresses are
 * tried (a fixed segment before a parameter in its place) and in which the areas stand in the sidebar.
 */
export const pages: readonly PageEntry[] = [
  { path: routes.topologyCard, page: topologyWallPage, gate: topologies },
  {
    path: routes.healthWall,
    page: loaded(async () => (await import('#client/features/wall/health-wall-page.tsx')).HealthWallPage),
    gate: read('canaries', 'health'),
  },
  {
    path: routes.topology,
    title: 'Dashboard',
    page: loaded(async () => (await import('#client/features/topology/topology-page.tsx')).TopologyPage),
    gate: topologies,
    area: { icon: GridView },
    letter: 't',
  },
  { path: routes.topologyItem, page: componentPage, gate: topologies },
  {
    path: routes.health,
    title: 'Health',
    page: loaded(async () => (await import('./health-with-actions.tsx')).HealthWithActions),
    gate: read('canaries', 'health'),
    area: { icon: Pulse },
    letter: 'h',
  },
  {
    path: routes.incidents,
    title: 'Incidents',
    page: loaded(async () => (await import('#client/features/incidents/incidents-page.tsx')).IncidentsPage),
    gate: incident,
    area: { icon: WarningSign },
    letter: 'i',
  },
  { path: routes.incident, page: incidentPage, gate: incident },
  {
    path: routes.catalog,
    title: 'Catalog',
    page: loaded(async () => (await import('#client/features/catalog/catalog-page.tsx')).CatalogPage),
    gate: catalog,
    area: { icon: Database },
    letter: 'c',
  },
  {
    path: routes.catalogChanges,
    page: loaded(async () => (await import('./catalog-with-actions.tsx')).ChangesWithActions),
    gate: catalog,
  },
  {
    path: routes.catalogInsights,
    page: loaded(async () => (await import('./catalog-with-actions.tsx')).InsightsWithActions),
    gate: catalog,
  },
  {
    path: routes.scrapers,
    title: 'Catalog Scrapers',
    page: loaded(async () => (await import('#client/features/catalog/scrapers/scrapers-page.tsx')).ScrapersPage),
    gate: scrapers,
    settings: [{}],
  },
  { path: routes.scraper, page: scraperPage, gate: scrapers },
  { path: routes.configItem, page: itemPage('spec'), gate: catalog },
  { path: routes.configItemChanges, page: itemPage('changes'), gate: catalog },
  { path: routes.configItemInsights, page: itemPage('insights'), gate: catalog },
  { path: routes.configItemRelationships, page: itemPage('relationships'), gate: catalog },
  { path: routes.configItemPlaybooks, page: itemPage('playbooks'), gate: catalog },
  { path: routes.configItemChecks, page: itemPage('checks'), gate: catalog },
  {
    path: routes.logs,
    title: 'Logs',
    page: loaded(async () => (await import('./logs-with-actions.tsx')).LogsWithActions),
    gate: read('topologies', 'logs'),
    area: { icon: AlignLeft },
    letter: 'l',
  },
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
  {
    path: routes.notifications,
    title: 'Notifications',
    page: loaded(
      async () => (await import('#client/features/notifications/sends/notifications-page.tsx')).NotificationsPage,
    ),
    gate: sends,
  },
  {
    path: routes.notificationRules,
    title: 'Notification rules',
    page: loaded(async () => (await import('#client/features/notifications/rules/rules-page.tsx')).RulesPage),
    gate: { ...read('notifications', 'settings.notifications'), object: 'database.monitor' },
  },
  {
    path: routes.notificationWhy,
    title: 'Why was I told?',
    page: loaded(async () => (await import('#client/features/notifications/why/why-page.tsx')).WhyPage),
    gate: read('notifications'),
  },
  {
    path: routes.silences,
    title: 'Silences',
    page: loaded(async () => (await import('#client/features/notifications/silences/silences-page.tsx')).SilencesPage),
    gate: read('notifications'),
  },
  {
    path: routes.silenceAdd,
    title: 'Add silence',
    page: loaded(
      async () => (await import('#client/features/notifications/silences/silence-add-page.tsx')).SilenceAddPage,
    ),
    gate: write('notifications'),
  },
  {
    path: routes.settings,
    page: loaded(async () => (await import('#client/features/shell/settings-page.tsx')).SettingsPage),
  },
  {
    path: routes.connections,
    title: 'Connections',
    page: loaded(
      async () => (await import('#client/features/settings/connections/connections-page.tsx')).ConnectionsPage,
    ),
    gate: read('connections', 'settings.connections'),
    settings: [{}],
  },
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
    gate: read('identities', 'settings.users'),
    settings: [{ hiddenIn: 'hosted' }],
  },
  {
    path: routes.jobs,
    title: 'Job History',
    page: loaded(async () => (await import('#client/features/jobs/jobs-page.tsx')).JobsPage),
    gate: { ...read('database', 'settings.job_history'), object: 'database.monitor' },
    settings: [{}],
  },
  {
    path: routes.featureFlags,
    title: 'Feature Flags',
    page: loaded(
      async () => (await import('#client/features/settings/feature-flags/feature-flags-page.tsx')).FeatureFlagsPage,
    ),
    gate: read('properties'),
    // The flag hides the entry alone: where the page went with it, nobody could switch it on again here.
    settings: [{ feature: 'settings.feature_flags' }],
  },
  {
    path: routes.logBackends,
    title: settingsTables.logging_backends.title,
    page: settingsTablePage,
    gate: ofSettings('logging_backends'),
    settings: [{}],
  },
  {
    path: routes.eventQueue,
    title: 'Event Queue Status',
    page: loaded(
      async () => (await import('#client/features/settings/event-queue/event-queue-page.tsx')).EventQueuePage,
    ),
    gate: { ...read('database', 'settings.event_queue_status'), object: 'database.monitor' },
    settings: [{}],
  },
  later(routes.agents, 'Agents', read('agents', 'settings.agents')),
  {
    path: routes.screens,
    title: 'Screens',
    page: loaded(async () => (await import('#client/features/wall/screens/screens-page.tsx')).ScreensPage),
    gate: read('canaries', 'settings.screens'),
    settings: [{}],
  },
  {
    path: routes.integrations,
    title: 'Integrations',
    page: loaded(
      async () => (await import('#client/features/settings/integrations/integrations-page.tsx')).IntegrationsPage,
    ),
    gate: { ...read('integrations', 'settings.integrations'), object: 'database.monitor' },
    settings: [{}],
  },
  { path: routes.integration, page: integrationPage, gate: write('integrations') },
  ...(['canaries', 'incident_rules', 'teams', 'topologies'] as const).map(listOf),
  { path: routes.settingsTable, page: settingsTablePage },
  { path: routes.settingsRow, page: settingsRowPage },
  {
    path: routes.docs,
    page: loaded(async () => (await import('#client/features/shell/docs-page.tsx')).DocsPage),
  },
  { path: routes.profile, page: profilePage },
]
