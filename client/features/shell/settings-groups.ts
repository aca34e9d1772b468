import { linkTo, routes } from '#client/lib/address/routes.ts'
import type { NavigationEntry } from './navigation.ts'

const table = (name: string) => linkTo(routes.settingsTable, { table: name })

interface Described {
  readonly title: string
  readonly pages: Readonly<Record<string, string>>
}

const described: readonly Described[] = [
  {
    title: 'Monitoring',
    pages: {
      [table('canaries')]: 'Checks of services, databases and hosts',
      [routes.scrapers]: 'Sources of the catalog',
      [table('topologies')]: 'Components of the dashboard',
      [table('incident_rules')]: 'When a failure opens an incident',
      [routes.logBackends]: 'Where logs are searched',
      [routes.integrations]: 'Scrapers, topologies and log backends in one list',
      [routes.screens]: 'Wall displays and their views',
    },
  },
  {
    title: 'Operation',
    pages: {
      [routes.jobs]: 'Scheduled runs and their errors',
      [routes.eventQueue]: 'Events that wait or failed',
      [routes.audit]: 'Who changed what, and when',
      [routes.relays]: 'Relays that share the work of this console',
      [routes.backup]: 'Export and import of settings',
      [routes.featureFlags]: 'Parts of the console, on or off',
    },
  },
  {
    title: 'Connections',
    pages: {
      [routes.connections]: 'Addresses and credentials of other services',
      [routes.agents]: 'Consoles that report to this one',
    },
  },
  {
    title: 'Access',
    pages: {
      [routes.users]: 'People and their roles',
      [table('teams')]: 'Members, ownership and on-call',
      [routes.permissions]: 'Access in addition to roles',
    },
  },
]

interface SettingsGroup {
  readonly title: string
  readonly entries: readonly (NavigationEntry & { readonly description: string })[]
}

/** A page without a description is listed last, so that none is missing. */
export const groupSettings = (entries: readonly NavigationEntry[]): readonly SettingsGroup[] => {
  const groups = described.map(({ title, pages }) => ({
    title,
    entries: Object.entries(pages).flatMap(([href, description]) =>
      entries.flatMap((entry) => (entry.href === href ? [{ ...entry, description }] : [])),
    ),
  }))
  const known = new Set(groups.flatMap((group) => group.entries.map(({ href }) => href)))
  const others = entries.flatMap((entry) => (known.has(entry.href) ? [] : [{ ...entry, description: '' }]))
  return [...groups, { title: 'More', entries: others }].filter((group) => group.entries.length > 0)
}
