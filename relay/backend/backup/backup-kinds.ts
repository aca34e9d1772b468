import { resourceKinds, type ResourceTable } from '#shared/resources/resource-kinds.ts'
import { readCanarySpec } from '#relay/backend/checks/spec/canary-spec.ts'
import { checkKinds } from '#relay/backend/checks/types/check-types.ts'
import { readConnectionSpec } from '#relay/backend/documents/connection-document.ts'
import { writeConnectionSpec } from '#relay/backend/documents/write-connection.ts'
import { ruleDocuments } from '#relay/backend/incidents/rules/read-rules.ts'
import { logBackendDocuments } from '#relay/backend/logs/log-backend-documents.ts'
import { playbookDocuments } from '#relay/backend/playbooks/spec/playbook-documents.ts'
import type { LoneDocumentTable } from '#relay/backend/resources/document-rows.ts'
import { withoutNulls } from '#relay/backend/resources/without-nulls.ts'
import { scraperKinds } from '#relay/backend/scrapers/scraper-kinds.ts'
import { scraperDocuments } from '#relay/backend/scrapers/scraper-rows.ts'
import type { Row } from '#relay/backend/secrets/stored-secrets.ts'
import { topologyDocuments } from '#relay/backend/topology/topology-rows.ts'
import type { BackupKind } from './backup-kind.ts'
import { permissionGroups, permissions } from './permission-documents.ts'
import { notifications } from './notification-documents.ts'
import { silences } from './silence-documents.ts'
import { teams } from './team-documents.ts'

const orNothing = (value: unknown): unknown =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0) ? undefined : value
const withoutEmpty = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => orNothing(value) !== undefined))

const ofDocuments = (table: LoneDocumentTable, more: readonly ('labels' | 'description')[] = []): BackupKind => ({
  ...table,
  columns: ['spec', ...more],
  toDocument: (row) => ({
    ...(more.includes('labels') && { labels: orNothing(row['labels']) }),
    ...(more.includes('description') && { annotations: orNothing(withoutEmpty({ description: row['description'] })) }),
    spec: row['spec'] ?? {},
  }),
  toRow: async (document) => {
    const read = await table.read(document)
    if ('error' in read) return { error: read.error.reason }
    const { created_by: _, ...columns } = read.columns
    return {
      row: { spec: document.spec ?? {}, ...columns, ...(more.includes('labels') && { labels: document.labels }) },
    }
  },
})

const canaries: BackupKind = {
  ...resourceKinds.canaries,
  columns: ['spec', 'labels', 'annotations'],
  toDocument: ({ spec, labels, annotations }) => ({
    labels: orNothing(labels),
    annotations: orNothing(annotations),
    spec,
  }),
  toRow: async ({ spec = {}, labels, annotations }) => {
    const read = await readCanarySpec(spec, checkKinds)
    if (read.broken && read.error !== undefined) return { error: read.error.reason }
    return { row: { spec, labels, annotations } }
  },
}

export const connections: BackupKind = {
  ...resourceKinds.connections,
  columns: ['type', 'url', 'username', 'password', 'certificate', 'properties', 'insecure_tls'],
  toDocument: (row) => ({ spec: writeConnectionSpec(row) }),
  toRow: async ({ spec }) => {
    const read = readConnectionSpec(withoutNulls(spec))
    return 'error' in read ? read : { row: { ...read.row } }
  },
}

/** Each after the kinds that it refers to. */
const byTable: Readonly<Record<Exclude<ResourceTable, 'properties'>, BackupKind>> = {
  connections,
  teams,
  logging_backends: ofDocuments(logBackendDocuments, ['labels']),
  config_scrapers: ofDocuments(scraperDocuments(scraperKinds), ['description']),
  canaries,
  topologies: ofDocuments(topologyDocuments(checkKinds), ['labels']),
  playbooks: ofDocuments(playbookDocuments),
  incident_rules: ofDocuments(ruleDocuments),
  notifications,
  notification_silences: silences,
  permission_groups: permissionGroups,
  permissions,
}

export const backupKinds: readonly BackupKind[] = Object.values(byTable)
