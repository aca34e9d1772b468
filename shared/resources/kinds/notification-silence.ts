import { defineResourceKind, withoutEngine } from './resource-kind.ts'

export const notificationSilence = defineResourceKind({
  ...withoutEngine,
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
  secretColumns: [],
  documentColumns: [],
})
