import { defineResourceKind } from './resource-kind.ts'

export const canary = defineResourceKind({
  kind: 'Canary',
  apiGroup: 'canaries',
  table: 'canaries',
  noun: 'health check',
  title: 'Health Checks',
  resource: 'canaries',
  settingsFeature: 'settings.health',
  specSchema: 'canary.spec',
  documentSchemas: ['canary'],
  hasNamespace: true,
  hasAgent: true,
  hasEditor: true,
  hasHistory: true,
  hasDryRun: true,
  execCapability: 'runs programs',
  reference: 'canary',
  jobResource: 'canary',
  connectionColumns: ['spec'],
  secretColumns: ['spec', 'annotations'],
  documentColumns: ['spec', 'annotations'],
})
