import { defineResourceKind } from './resource-kind.ts'

export const notification = defineResourceKind({
  kind: 'Notification',
  apiGroup: 'mission-control',
  table: 'notifications',
  noun: 'notification rule',
  title: 'Notification rules',
  resource: 'notifications',
  settingsFeature: null,
  specSchema: 'notification.spec',
  documentSchemas: ['notification'],
  hasNamespace: true,
  hasAgent: false,
  hasEditor: true,
  hasHistory: true,
  hasDryRun: false,
  execCapability: null,
  reference: 'notification',
  jobResource: null,
  connectionColumns: ['custom_services', 'fallback_custom_services'],
  secretColumns: ['properties', 'custom_services', 'fallback_custom_services'],
  documentColumns: ['custom_services', 'fallback_custom_services', 'properties', 'template'],
})
