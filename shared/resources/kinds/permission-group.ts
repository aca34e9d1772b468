import { defineResourceKind } from './resource-kind.ts'

export const permissionGroup = defineResourceKind({
  kind: 'PermissionGroup',
  apiGroup: 'mission-control',
  table: 'permission_groups',
  noun: 'permission group',
  title: 'Permission groups',
  resource: 'permissions',
  settingsFeature: null,
  specSchema: null,
  documentSchemas: ['permissiongroup'],
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
