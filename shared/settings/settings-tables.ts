import type { Resource } from '#shared/access/resources.ts'

/** The tables of /settings/{table} (ledger SHELL-45); scrapers live under /catalog/scrapers. */
export const settingsTables = {
  canaries: { title: 'Health Checks', resource: 'canaries' },
  incident_rules: { title: 'Rules', resource: 'incident' },
  logging_backends: { title: 'Log Backends', resource: 'logging_backends' },
  teams: { title: 'Teams', resource: 'database' },
  topologies: { title: 'Topologies', resource: 'topologies' },
} as const satisfies Record<string, { readonly title: string; readonly resource: Resource }>

export type SettingsTable = keyof typeof settingsTables

export const isSettingsTable = (name: string): name is SettingsTable => Object.hasOwn(settingsTables, name)
