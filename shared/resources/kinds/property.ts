import { defineResourceKind } from './resource-kind.ts'

export const property = defineResourceKind({
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
  hasAgent: false,
  hasEditor: false,
  hasHistory: false,
  hasDryRun: false,
  execCapability: null,
  reference: null,
  jobResource: null,
  connectionColumns: [],
  secretColumns: ['value'],
  documentColumns: ['value'],
})
