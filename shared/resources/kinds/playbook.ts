import { defineResourceKind } from './resource-kind.ts'

export const playbook = defineResourceKind({
  kind: 'Playbook',
  apiGroup: 'mission-control',
  table: 'playbooks',
  noun: 'playbook',
  title: 'Playbooks',
  resource: 'playbooks',
  settingsFeature: null,
  specSchema: 'playbook-spec',
  documentSchemas: ['playbook'],
  hasNamespace: true,
  hasAgent: false,
  hasEditor: true,
  hasHistory: true,
  hasDryRun: true,
  execCapability: 'runs programs',
  reference: 'playbook',
  jobResource: null,
  connectionColumns: ['spec'],
  secretColumns: ['spec'],
  documentColumns: ['spec'],
})
