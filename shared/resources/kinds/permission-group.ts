import { defineResourceKind, withoutEngine } from './resource-kind.ts'

export const permissionGroup = defineResourceKind({
  ...withoutEngine,
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
  secretColumns: [],
  documentColumns: [],
})
