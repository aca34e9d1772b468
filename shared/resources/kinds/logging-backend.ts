import { defineResourceKind } from './resource-kind.ts'

export const loggingBackend = defineResourceKind({
  kind: 'LoggingBackend',
  apiGroup: 'mission-control',
  table: 'logging_backends',
  noun: 'log backend',
  title: 'Log Backends',
  resource: 'logging_backends',
  settingsFeature: 'settings.logging_backends',
  specSchema: 'logging_backend.spec',
  documentSchemas: ['logging_config'],
  hasNamespace: false,
  hasAgent: true,
  hasEditor: true,
  hasHistory: true,
  hasDryRun: false,
  execCapability: 'reads files of this machine',
  reference: null,
  jobResource: null,
  connectionColumns: ['spec'],
  secretColumns: ['spec'],
  documentColumns: ['spec'],
})
