import type { Resource } from '#shared/access/resources.ts'
import { findConnectionType } from '#shared/connections/connection-types.ts'
import { ruleColumns, toRuleRow, toRuleSpec } from '#shared/notifications/rule-spec.ts'
import { readCanarySpec } from '#relay/backend/checks/canary-spec.ts'
import { checkKinds } from '#relay/backend/checks/check-types.ts'
import { ruleDocuments } from '#relay/backend/incidents/rules/read-rules.ts'
import { logBackendDocuments } from '#relay/backend/logs/log-backend-documents.ts'
import { findNotificationError } from '#relay/backend/notifications/find-notification-error.ts'
import { playbookDocuments } from '#relay/backend/playbooks/spec/playbook-documents.ts'
import type { LoneDocumentTable } from '#relay/backend/resources/document-rows.ts'
import type { RelatedColumn } from '#relay/backend/resources/related-column.ts'
import type { ResourceDocument } from '#relay/backend/resources/resource-document.ts'
import { scraperKinds } from '#relay/backend/scrapers/scraper-kinds.ts'
import { scraperDocuments } from '#relay/backend/scrapers/scraper-rows.ts'
import type { Row } from '#relay/backend/secrets/stored-secrets.ts'
import { topologyDocuments } from '#relay/backend/topology/topology-rows.ts'
import type { References, ReferenceKind } from './references.ts'
import { permissionGroups, permissions } from './permission-documents.ts'
import { silences } from './silence-documents.ts'
import { teams } from './team-documents.ts'
import { toText } from './to-text.ts'

interface BackupDocument {
  readonly labels?: unknown
  readonly annotations?: unknown
  readonly spec: unknown
}

export interface BackupKind {
  readonly kind: string
  readonly noun: string
  readonly table: string
  readonly hasNamespace: boolean
  readonly columns: readonly string[]
  readonly beside?: readonly RelatedColumn[]
  readonly names?: readonly ReferenceKind[]
  readonly right?: Resource
  readonly over?: string
  toDocument(row: Row, references: References): BackupDocument
  exclusionReason?(row: Row, references: References): string | undefined
  toRow(
    document: ResourceDocument,
    references: References,
  ): Promise<{ readonly row: Row } | { readonly error: string } | { readonly skipped: string }>
}

const orNothing = (value: unknown): unknown =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0) ? undefined : value
const withoutEmpty = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => orNothing(value) !== undefined))
const toRecord = (value: unknown): Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {}

const ofDocuments = (table: LoneDocumentTable, more: readonly ('labels' | 'description')[] = []): BackupKind => ({
  kind: table.kind,
  noun: table.noun,
  table: table.relation,
  hasNamespace: table.isWithoutNamespace !== true,
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
  kind: 'Canary',
  noun: 'health check',
  table: 'canaries',
  hasNamespace: true,
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

const connectionColumns = ['type', 'url', 'username', 'password', 'certificate', 'properties', 'insecure_tls'] as const
export const connections: BackupKind = {
  kind: 'Connection',
  noun: 'connection',
  table: 'connections',
  hasNamespace: true,
  columns: connectionColumns,
  toDocument: (row) => ({
    spec: withoutEmpty(Object.fromEntries(connectionColumns.map((column) => [column, row[column]]))),
  }),
  toRow: async ({ spec }) => {
    const fields = toRecord(spec)
    const type = toText(fields['type'])
    const stranger = Object.keys(fields).find((name) => !connectionColumns.some((column) => column === name))
    if (stranger !== undefined) return { error: `spec.${stranger}: unknown field.` }
    if (findConnectionType(type) === undefined) return { error: `spec.type: unknown connection type "${type}".` }
    const texts = connectionColumns.slice(0, 5).find((name) => fields[name] != null && typeof fields[name] !== 'string')
    if (texts !== undefined) return { error: `spec.${texts}: must be a string.` }
    return { row: Object.fromEntries(connectionColumns.map((column) => [column, fields[column] ?? null])) }
  },
}

export const notifications: BackupKind = {
  kind: 'Notification',
  noun: 'notification rule',
  table: 'notifications',
  hasNamespace: true,
  columns: ruleColumns,
  names: ['person', 'team', 'playbook'],
  toDocument: (row, references) => ({ spec: toRuleSpec(row, references) }),
  toRow: async ({ spec }, references) => {
    const read = toRuleRow(spec, references)
    if ('error' in read) return read
    const error = await findNotificationError('notifications', read.row)
    return error === undefined ? read : { error }
  },
}

/** Each after the kinds that it refers to. */
export const backupKinds: readonly BackupKind[] = [
  connections,
  teams,
  ofDocuments(logBackendDocuments, ['labels']),
  ofDocuments(scraperDocuments(scraperKinds), ['description']),
  canaries,
  ofDocuments(topologyDocuments(checkKinds), ['labels']),
  ofDocuments(playbookDocuments),
  ofDocuments(ruleDocuments),
  notifications,
  silences,
  permissionGroups,
  permissions,
]
