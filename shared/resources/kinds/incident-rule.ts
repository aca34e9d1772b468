import { defineResourceKind } from './resource-kind.ts'

export const incidentRule = defineResourceKind({
  kind: 'IncidentRule',
  apiGroup: 'mission-control',
  table: 'incident_rules',
  noun: 'incident rule',
  title: 'Rules',
  resource: 'incident',
  settingsFeature: 'settings.rules',
  specSchema: 'incident_rule.spec',
  documentSchemas: ['incident-rules', 'incidentrule'],
  hasNamespace: false,
  hasAgent: false,
  hasEditor: true,
  hasHistory: true,
  hasDryRun: false,
  execCapability: null,
  reference: null,
  jobResource: 'incident_rule',
  connectionColumns: [],
  secretColumns: ['spec'],
  documentColumns: ['spec'],
})
