import { defineResourceKind } from './resource-kind.ts'

export const notificationSilence = defineResourceKind({
  kind: 'NotificationSilence',
  apiGroup: 'mission-control',
  table: 'notification_silences',
  noun: 'silence',
  title: 'Silences',
  resource: 'notifications',
  settingsFeature: null,
  specSchema: null,
  documentSchemas: ['notificationsilence'],
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
