import { AlignLeft, Database, GridView, Manual, Pulse, WarningSign } from '@blueprintjs/icons'
import type { ComponentType } from 'react'
import type { ItemTab } from '#client/features/catalog/item/item-page.tsx'
import { readAuthMode } from '#client/lib/browser/auth-mode.ts'
import { routes } from '#client/lib/address/routes.ts'
import { loaded } from './loaded-page.tsx'
import type { PageEntry, PageGate } from './page-entry.ts'
import { read, write } from './page-gates.ts'
import { settingsPages } from './settings-pages.tsx'

const pageById = (load: () => Promise<ComponentType<{ readonly id: string }>>): PageEntry['page'] =>
  loaded(async () => {
    const Page = await load()
    return ({ params: { id = '' } }) => <Page key={id} id={id} />
  })

const scraperPage: PageEntry['page'] = loaded(async () => {
  const { ResourcePage } = await import('./resource-page.tsx')
  return ({ params: { id = '' } }) => <ResourcePage table="config_scrapers" id={id} />
})

const itemPage = (tab: ItemTab): PageEntry['page'] =>
  loaded(async () => {
    const { ItemPage } = await import('#client/features/catalog/item/item-page.tsx')
    return ({ params: { id = '' } }) => <ItemPage key={id} id={id} tab={tab} />
  })

/** `routes.permissionsHelp` has no `name` parameter. */
const docPage: PageEntry['page'] = loaded(async () => {
  const { DocPage } = await import('#client/features/docs/doc-page.tsx')
  return ({ params: { name = 'permissions' } }) => <DocPage key={name} name={name} />
})

const profilePage: PageEntry['page'] =
  readAuthMode() === 'identity'
    ? loaded(async () => (await import('#client/features/identity/profile-page.tsx')).ProfilePage)
    : readAuthMode() === 'hosted'
      ? loaded(async () => (await import('#client/features/identity/hosted/hosted-profile-page.tsx')).HostedProfilePage)
      : loaded(async () => (await import('#client/features/shell/no-profile-page.tsx')).NoProfilePage)

const topologies = read('topologies', 'topology')
const catalog: PageGate = { ...read('database', 'config'), object: 'catalog' }
const playbooks = read('playbooks', 'playbooks')
const incident = read('incident', 'incidents')
const sends = { ...read('notifications'), object: 'database.monitor' } as const
const scrapers = read('config_scrapers', 'settings.config_scraper')

/** Order matters: fixed segments before parameters, and the order of the sidebar. */
export const pages: readonly PageEntry[] = [
  {
    path: routes.topologyCard,
    page: pageById(async () => (await import('#client/features/wall/topology-wall-page.tsx')).TopologyWallPage),
    gate: topologies,
  },
  {
    path: routes.healthWall,
    page: loaded(async () => (await import('#client/features/wall/health-wall-page.tsx')).HealthWallPage),
    gate: read('canaries', 'health'),
  },
  {
    path: routes.wall,
    // The frame leads to the first view of the wall before a page is shown.
    page: loaded(async () => () => null),
  },
  {
    path: routes.topology,
    title: 'Dashboard',
    page: loaded(async () => (await import('#client/features/topology/topology-page.tsx')).TopologyPage),
    gate: topologies,
    area: { icon: GridView },
    letter: 't',
  },
  {
    path: routes.topologyItem,
    loadingTitle: 'Component',
    page: pageById(async () => (await import('#client/features/topology/component-page.tsx')).ComponentPage),
    gate: topologies,
  },
  {
    path: routes.health,
    title: 'Health',
    page: loaded(async () => (await import('#client/features/health/health-page.tsx')).HealthPage),
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
  {
    path: routes.incident,
    loadingTitle: 'Incident',
    page: pageById(async () => (await import('#client/features/incidents/incident/incident-page.tsx')).IncidentPage),
    gate: incident,
  },
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
    loadingTitle: 'Catalog',
    page: loaded(async () => (await import('#client/features/catalog/changes/changes-page.tsx')).ChangesPage),
    gate: catalog,
  },
  {
    path: routes.catalogInsights,
    loadingTitle: 'Catalog',
    page: loaded(async () => (await import('#client/features/catalog/insights/insights-page.tsx')).InsightsPage),
    gate: catalog,
  },
  {
    path: routes.scrapers,
    title: 'Catalog Scrapers',
    loadingTitle: 'Catalog',
    page: loaded(async () => (await import('#client/features/catalog/scrapers/scrapers-page.tsx')).ScrapersPage),
    gate: scrapers,
    settings: [{}],
  },
  { path: routes.scraper, page: scraperPage, gate: scrapers, form: 'Catalog scraper' },
  { path: routes.configItem, loadingTitle: 'Config item', page: itemPage('spec'), gate: catalog },
  { path: routes.configItemChanges, loadingTitle: 'Config item', page: itemPage('changes'), gate: catalog },
  { path: routes.configItemInsights, loadingTitle: 'Config item', page: itemPage('insights'), gate: catalog },
  { path: routes.configItemRelationships, loadingTitle: 'Config item', page: itemPage('relationships'), gate: catalog },
  { path: routes.configItemPlaybooks, loadingTitle: 'Config item', page: itemPage('playbooks'), gate: catalog },
  { path: routes.configItemChecks, loadingTitle: 'Config item', page: itemPage('checks'), gate: catalog },
  { path: routes.configItemIncidents, loadingTitle: 'Config item', page: itemPage('incidents'), gate: catalog },
  { path: routes.configItemCosts, loadingTitle: 'Config item', page: itemPage('costs'), gate: catalog },
  {
    path: routes.logs,
    title: 'Logs',
    page: loaded(async () => (await import('#client/features/logs/logs-page.tsx')).LogsPage),
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
    loadingTitle: 'Playbooks',
    page: loaded(async () => (await import('#client/features/playbooks/runs/runs-page.tsx')).RunsPage),
    gate: read('playbook_runs', 'playbooks'),
  },
  {
    path: routes.playbookRun,
    loadingTitle: 'Run',
    page: pageById(async () => (await import('#client/features/playbooks/runs/run-page.tsx')).RunPage),
    gate: read('playbook_runs', 'playbooks'),
  },
  {
    path: routes.playbook,
    page: pageById(async () => (await import('./managed-playbook.tsx')).ManagedPlaybook),
    gate: playbooks,
    form: 'Playbook',
  },
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
    path: routes.notificationRule,
    page: pageById(async () => (await import('./managed-rule.tsx')).ManagedRule),
    gate: { ...read('notifications', 'settings.notifications'), object: 'database.monitor' },
    form: 'Notification rule',
  },
  {
    path: routes.notificationWhy,
    title: 'Why was I notified?',
    page: loaded(async () => (await import('#client/features/notifications/why/why-page.tsx')).WhyPage),
    gate: read('notifications'),
  },
  {
    path: routes.notificationMine,
    title: 'My notifications',
    form: 'My notifications',
    page: loaded(
      async () => (await import('#client/features/notifications/mine/my-notifications-page.tsx')).MyNotificationsPage,
    ),
    gate: read('notifications'),
  },
  {
    path: routes.notificationMessage,
    loadingTitle: 'Message',
    page: loaded(async () => (await import('#client/features/notifications/message/message-page.tsx')).MessagePage),
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
    form: 'Add silence',
    page: loaded(
      async () => (await import('#client/features/notifications/silences/silence-add-page.tsx')).SilenceAddPage,
    ),
    gate: write('notifications'),
  },
  ...settingsPages,
  {
    path: routes.docs,
    loadingTitle: 'Docs',
    page: loaded(async () => (await import('#client/features/docs/docs-page.tsx')).DocsPage),
  },
  { path: routes.doc, loadingTitle: 'Docs', page: docPage },
  { path: routes.permissionsHelp, loadingTitle: 'Docs', page: docPage },
  { path: routes.profile, loadingTitle: 'Profile', page: profilePage },
]
