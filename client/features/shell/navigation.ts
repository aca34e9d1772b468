import { AlignLeft, Database, Issue, LayoutGrid, Manual, Pulse } from '@blueprintjs/icons'
import type { KnownFeature } from '#shared/settings/known-features.ts'
import type { Resource } from '#shared/access/resources.ts'
import type { AuthMode } from '#client/lib/auth-mode.ts'
import { linkTo, routes } from '#client/lib/routes.ts'

export interface NavigationEntry {
  readonly name: string
  readonly href: string
  /** The feature flag that hides it. */
  readonly feature: KnownFeature
  /** Reading this is what showing it takes (ledger SHELL-51). */
  readonly resource: Resource
  readonly hiddenIn?: AuthMode
}

export interface Area extends NavigationEntry {
  readonly icon: typeof Pulse
}

/** The sidebar, top to bottom (ledger SHELL-47). */
export const areas: readonly Area[] = [
  { name: 'Dashboard', href: routes.topology, feature: 'topology', resource: 'topologies', icon: LayoutGrid },
  { name: 'Health', href: routes.health, feature: 'health', resource: 'canaries', icon: Pulse },
  { name: 'Incidents', href: routes.incidents, feature: 'incidents', resource: 'incident', icon: Issue },
  { name: 'Catalog', href: routes.catalog, feature: 'config', resource: 'database', icon: Database },
  { name: 'Logs', href: routes.logs, feature: 'logs', resource: 'logging_backends', icon: AlignLeft },
  { name: 'Playbooks', href: routes.playbooks, feature: 'playbooks', resource: 'playbooks', icon: Manual },
]

const tablePage = (table: string) => linkTo(routes.settingsTable, { table })

const unsorted: readonly NavigationEntry[] = [
  { name: 'Agents', href: routes.agents, feature: 'settings.agents', resource: 'agents' },
  { name: 'Catalog Scrapers', href: routes.scrapers, feature: 'settings.config_scraper', resource: 'config_scrapers' },
  { name: 'Connections', href: routes.connections, feature: 'settings.connections', resource: 'connections' },
  { name: 'Event Queue Status', href: routes.eventQueue, feature: 'settings.event_queue_status', resource: 'database' },
  { name: 'Feature Flags', href: routes.featureFlags, feature: 'settings.feature_flags', resource: 'properties' },
  { name: 'Health Checks', href: tablePage('canaries'), feature: 'settings.health', resource: 'canaries' },
  { name: 'Integrations', href: routes.integrations, feature: 'settings.integrations', resource: 'integrations' },
  { name: 'Job History', href: routes.jobs, feature: 'settings.job_history', resource: 'database' },
  {
    name: 'Log Backends',
    href: routes.logBackends,
    feature: 'settings.logging_backends',
    resource: 'logging_backends',
  },
  {
    name: 'Notification Rules',
    href: routes.notificationRules,
    feature: 'settings.notifications',
    resource: 'notifications',
  },
  { name: 'Permissions', href: routes.permissions, feature: 'settings.permissions', resource: 'permissions' },
  { name: 'Rules', href: tablePage('incident_rules'), feature: 'settings.rules', resource: 'incident' },
  { name: 'Screens', href: routes.screens, feature: 'settings.screens', resource: 'canaries' },
  { name: 'Teams', href: tablePage('teams'), feature: 'settings.teams', resource: 'database' },
  { name: 'Topologies', href: tablePage('topologies'), feature: 'settings.topology', resource: 'topologies' },
  { name: 'Users', href: routes.users, feature: 'settings.users', resource: 'identities', hiddenIn: 'hosted' },
]

/** The Settings submenu (ledger SHELL-48). */
export const settingsEntries = unsorted.toSorted((a, b) => a.name.localeCompare(b.name))
