import { defineResourceKind, withoutEngine } from './resource-kind.ts'

export const permission = defineResourceKind({
  ...withoutEngine,
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
  secretColumns: [],
  documentColumns: [],
})
