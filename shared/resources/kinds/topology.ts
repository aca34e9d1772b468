import { defineResourceKind } from './resource-kind.ts'

export const topology = defineResourceKind({
  kind: 'Topology',
  apiGroup: 'canaries',
  table: 'topologies',
  noun: 'topology',
  title: 'Topologies',
  resource: 'topologies',
  settingsFeature: 'settings.topology',
  specSchema: 'topology.spec',
  documentSchemas: ['topology'],
  hasNamespace: true,
  hasAgent: true,
  hasEditor: true,
  hasHistory: true,
  hasDryRun: true,
  execCapability: 'runs programs',
  reference: 'topology',
  jobResource: 'topology',
  connectionColumns: ['spec'],
  secretColumns: ['spec'],
  documentColumns: ['spec'],
})
