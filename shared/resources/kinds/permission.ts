import { defineResourceKind } from './resource-kind.ts'

export const permission = defineResourceKind({
  kind: 'Permission',
  apiGroup: 'mission-control',
  table: 'permissions',
  noun: 'permission',
  title: 'Permissions',
  resource: 'permissions',
  settingsFeature: null,
  specSchema: null,
  documentSchemas: ['permission'],
  hasNamespace: true,
  hasAgent: false,
  hasEditor: false,
  hasHistory: false,
  hasDryRun: false,
  execCapability: null,
  reference: null,
  jobResource: null,
  connectionColumns: [],
  secretColumns: [],
  documentColumns: [],
})
