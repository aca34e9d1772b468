import { defineResourceKind } from './resource-kind.ts'

export const team = defineResourceKind({
  kind: 'Team',
  apiGroup: 'mission-control',
  table: 'teams',
  noun: 'team',
  title: 'Teams',
  resource: 'database',
  settingsFeature: 'settings.teams',
  specSchema: null,
  documentSchemas: ['team'],
  hasNamespace: false,
  hasAgent: false,
  hasEditor: true,
  hasHistory: true,
  hasDryRun: false,
  execCapability: null,
  reference: 'team',
  jobResource: 'team',
  connectionColumns: [],
  secretColumns: ['spec'],
  documentColumns: ['spec'],
})
