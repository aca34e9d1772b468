import { isIntegrationType } from '#shared/settings/integration-types.ts'
import { isTableWith, resourceKinds, tablesWith, type TableWith } from '#shared/resources/resource-kinds.ts'
import { NotFoundPage } from '#client/features/shell/not-found-page.tsx'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { readAuthMode } from '#client/lib/browser/auth-mode.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { Gated } from './gated.tsx'
import { loaded } from './loaded-page.tsx'
import type { PageEntry, PageGate } from './page-entry.ts'
import { read, write } from './page-gates.ts'

type SettingsTable = TableWith<'settingsFeature'>

const ofSettings = (table: SettingsTable): PageGate => {
  const { resource, settingsFeature } = resourceKinds[table]
  return read(resource, settingsFeature)
}

const ofTable = (table: string, page: React.ReactNode) =>
  isTableWith(table, 'settingsFeature') ? <Gated gate={ofSettings(table)}>{page}</Gated> : page

const settingsTablePage: PageEntry['page'] = loaded(async () => {
  const { ResourcesPage } = await import('#client/features/settings/resources/resources-page.tsx')
  return ({ params: { table = 'logging_backends' } }) =>
    isTableWith(table, 'settingsFeature') ? (
      ofTable(table, <ResourcesPage key={table} table={table} />)
    ) : (
      <NotFoundPage message={`No settings table named "${table}".`} />
    )
})

const toListPage = (table: SettingsTable): PageEntry => ({
  path: linkTo(routes.settingsTable, { table }),
  title: resourceKinds[table].title,
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

const integrationPage: PageEntry['page'] = loaded(async () => {
  const { ResourcePage } = await import('./resource-page.tsx')
  return ({ params: { type = '', id = '' } }) =>
    isIntegrationType(type) ? (
      <ResourcePage table={type === 'scrapers' ? 'config_scrapers' : type} id={id} />
    ) : (
      <NotFoundPage message={`No integration type named "${type}".`} />
    )
})

const NoUsersPage = () => <NotFoundPage message="Users are managed by the hosted provider." />

const NoAuditPage = () => <NotFoundPage message="This backend has no audit log." />

const NoRelaysPage = () => <NotFoundPage message="The relays of this backend cannot be listed here." />

const NoBackupPage = () => <NotFoundPage message="This backend does not support exporting resources." />

const usersPage: PageEntry['page'] =
  readAuthMode() === 'hosted'
    ? loaded(async () => NoUsersPage)
    : loaded(async () => (await import('#client/features/settings/users/users-page.tsx')).UsersPage)

/** Order matters: the first matching path wins. */
export const settingsPages: readonly PageEntry[] = [
  {
    path: routes.settings,
    loadingTitle: 'Settings',
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
    // The flag hides only the entry; if it disabled the page, nothing could be enabled again here.
    settings: [{ feature: 'settings.feature_flags' }],
  },
  {
    path: routes.logBackends,
    title: resourceKinds.logging_backends.title,
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
  {
    path: routes.audit,
    title: 'Audit',
    page: hasOwnBackend()
      ? loaded(async () => (await import('#client/features/settings/audit/audit-page.tsx')).AuditPage)
      : loaded(async () => NoAuditPage),
    gate: read('audit', 'settings.audit'),
    ...(hasOwnBackend() && { settings: [{}] }),
  },
  {
    path: routes.backup,
    title: 'Backup',
    form: 'Backup',
    page: hasOwnBackend()
      ? loaded(async () => (await import('#client/features/settings/backup/backup-page.tsx')).BackupPage)
      : loaded(async () => NoBackupPage),
    gate: read('backup', 'settings.backup'),
    ...(hasOwnBackend() && { settings: [{}] }),
  },
  {
    path: routes.relays,
    title: 'Relays',
    page: hasOwnBackend()
      ? loaded(async () => (await import('#client/features/settings/relays/relays-page.tsx')).RelaysPage)
      : loaded(async () => NoRelaysPage),
    gate: read('relays', 'settings.relays'),
    ...(hasOwnBackend() && { settings: [{}] }),
  },
  {
    path: routes.agents,
    title: 'Agents',
    page: loaded(async () => (await import('#client/features/settings/agents/agents-page.tsx')).AgentsPage),
    gate: { ...read('agents', 'settings.agents'), object: 'database.monitor' },
    settings: [{}],
  },
  {
    path: routes.screens,
    title: 'Screens',
    form: 'Screens',
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
  { path: routes.integration, page: integrationPage, gate: write('integrations'), form: 'Integration' },
  ...tablesWith('settingsFeature')
    .filter((table) => table !== 'logging_backends')
    .map(toListPage),
  { path: routes.settingsTable, loadingTitle: 'Settings', page: settingsTablePage },
  { path: routes.settingsRow, page: settingsRowPage, form: 'Settings' },
]
