import type { Resource } from '#shared/access/resources.ts'
import type { KnownFeature } from './known-features.ts'

interface ManagedTable {
  readonly title: string
  readonly resource: Resource
  readonly feature: KnownFeature
}

export const settingsTables = {
  canaries: { title: 'Health Checks', resource: 'canaries', feature: 'settings.health' },
  incident_rules: { title: 'Rules', resource: 'incident', feature: 'settings.rules' },
  logging_backends: { title: 'Log Backends', resource: 'logging_backends', feature: 'settings.logging_backends' },
  teams: { title: 'Teams', resource: 'database', feature: 'settings.teams' },
  topologies: { title: 'Topologies', resource: 'topologies', feature: 'settings.topology' },
} as const satisfies Record<string, ManagedTable>

export type SettingsTable = keyof typeof settingsTables

export const isSettingsTable = (name: string): name is SettingsTable => Object.hasOwn(settingsTables, name)
