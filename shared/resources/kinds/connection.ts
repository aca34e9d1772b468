import { defineResourceKind } from './resource-kind.ts'

export const connection = defineResourceKind({
  kind: 'Connection',
  apiGroup: 'mission-control',
  table: 'connections',
  noun: 'connection',
  title: 'Connections',
  resource: 'connections',
  settingsFeature: null,
  specSchema: null,
  documentSchemas: ['connection'],
  hasNamespace: true,
  hasAgent: false,
  hasEditor: false,
  hasHistory: true,
  hasDryRun: false,
  execCapability: null,
  reference: 'connection',
  jobResource: null,
  connectionColumns: [],
  secretColumns: ['url', 'username', 'password', 'certificate', 'properties'],
  documentColumns: [],
})
