import { defineResourceKind, withoutEngine } from './resource-kind.ts'

export const property = defineResourceKind({
  ...withoutEngine,
  kind: 'Property',
  apiGroup: 'mission-control',
  table: 'properties',
  noun: 'property',
  title: 'Properties',
  resource: 'properties',
  settingsFeature: null,
  specSchema: null,
  documentSchemas: ['property'],
  hasNamespace: false,
  secretColumns: ['value'],
  documentColumns: ['value'],
})
