import { connectionTypeOf } from '#shared/connections/connection-types.ts'
import { readCanarySpec } from '#relay/backend/checks/canary-spec.ts'
import { checkKinds } from '#relay/backend/checks/check-types.ts'
import { ruleDocuments } from '#relay/backend/incidents/rules/read-rules.ts'
import { logBackendDocuments } from '#relay/backend/logs/log-backend-documents.ts'
import { faultOfNotification } from '#relay/backend/notifications/fault-of-notification.ts'
import { playbookDocuments } from '#relay/backend/playbooks/spec/playbook-documents.ts'
import type { LoneDocumentTable } from '#relay/backend/resources/document-rows.ts'
import type { ResourceDocument } from '#relay/backend/resources/resource-document.ts'
import { scraperKinds } from '#relay/backend/scrapers/scraper-kinds.ts'
import { scraperDocuments } from '#relay/backend/scrapers/scraper-rows.ts'
import type { Row } from '#relay/backend/secrets/stored-secrets.ts'
import { topologyDocuments } from '#relay/backend/topology/topology-rows.ts'
import { fallbacks, targets, type References } from './references.ts'
import { textOf } from './text-of.ts'

interface BackupDocument {
  readonly labels?: unknown
  readonly annotations?: unknown
  readonly spec: unknown
}

/** One kind of resource: how its rows are written as documents, and documents as rows. */
export interface BackupKind {
  readonly kind: string
  readonly noun: string
  readonly table: string
  readonly hasNamespace: boolean
  /** The columns that the document is made of. */
  readonly columns: readonly string[]
  documentOf(row: Row, references: References): BackupDocument
  /** Those columns by the document, or what is wrong with it, as a sentence. */
  rowOf(
    document: ResourceDocument,
    references: References,
  ): Promise<{ readonly row: Row } | { readonly problem: string }>
}

const orNothing = (value: unknown): unknown =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0) ? undefined : value
const given = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => orNothing(value) !== undefined))
const mapOf = (value: unknown): Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {}

/** Kinds that documents of RESOURCES_DIR are read as; `more` are columns that its metadata holds. */
const ofDocuments = (table: LoneDocumentTable, more: readonly ('labels' | 'description')[] = []): BackupKind => ({
  kind: table.kind,
  noun: table.noun,
  table: table.relation,
  hasNamespace: table.isWithoutNamespace !== true,
  columns: ['spec', ...more],
  documentOf: (row) => ({
    ...(more.includes('labels') && { labels: orNothing(row['labels']) }),
    ...(more.includes('description') && { annotations: orNothing(given({ description: row['description'] })) }),
    spec: row['spec'] ?? {},
  }),
  rowOf: async (document) => {
    const read = await table.read(document)
    if ('problem' in read) return { problem: read.problem.reason }
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
  documentOf: ({ spec, labels, annotations }) => ({
    labels: orNothing(labels),
    annotations: orNothing(annotations),
    spec,
  }),
  rowOf: async ({ spec = {}, labels, annotations }) => {
    const read = await readCanarySpec(spec, checkKinds)
    if (read.broken && read.problem !== undefined) return { problem: read.problem.reason }
    return { row: { spec, labels, annotations } }
  },
}

export const teams: BackupKind = {
  kind: 'Team',
  noun: 'team',
  table: 'teams',
  hasNamespace: false,
  columns: ['icon', 'spec'],
  documentOf: ({ icon, spec }) => ({ annotations: orNothing(given({ icon })), spec: spec ?? {} }),
  rowOf: async ({ annotations, spec = {} }) => ({ row: { icon: annotations['icon'] ?? null, spec } }),
}

const connectionColumns = ['type', 'url', 'username', 'password', 'certificate', 'properties', 'insecure_tls'] as const
export const connections: BackupKind = {
  kind: 'Connection',
  noun: 'connection',
  table: 'connections',
  hasNamespace: true,
  columns: connectionColumns,
  documentOf: (row) => ({ spec: given(Object.fromEntries(connectionColumns.map((column) => [column, row[column]]))) }),
  rowOf: async ({ spec }) => {
    const says = mapOf(spec)
    const type = textOf(says['type'])
    const stranger = Object.keys(says).find((name) => !connectionColumns.some((column) => column === name))
    if (stranger !== undefined) return { problem: `spec.${stranger}: a connection has no such field.` }
    if (connectionTypeOf(type) === undefined) return { problem: `spec.type: there is no type of connection "${type}".` }
    const texts = connectionColumns.slice(0, 5).find((name) => says[name] != null && typeof says[name] !== 'string')
    if (texts !== undefined) return { problem: `spec.${texts}: it must be a text.` }
    return { row: Object.fromEntries(connectionColumns.map((column) => [column, says[column] ?? null])) }
  },
}

const ruleColumns = [
  'events',
  'title',
  'template',
  'filter',
  'properties',
  'custom_services',
  'fallback_custom_services',
  'fallback_delay',
  'repeat_interval',
  'wait_for',
  'wait_for_eval_period',
  'group_by',
  'inhibitions',
] as const
const serviceLists = [
  { services: 'custom_services', team: targets.onCall },
  { services: 'fallback_custom_services', team: fallbacks.onCall },
] as const
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const onCallTeamOf = (service: unknown): string => textOf(mapOf(service)['on_call_team_id'])

/** Who is on call stands among the services of a rule; documents name the team beside the other recipients. */
const withoutOnCall = (row: Row): Row => {
  const change: Record<string, unknown> = { ...row }
  for (const { services, team } of serviceLists) {
    const all = listOf(row[services])
    const others = all.filter((service) => onCallTeamOf(service) === '')
    change[team] = all.map(onCallTeamOf).find((id) => id !== '') ?? null
    if (others.length < all.length) change[services] = others.length === 0 ? null : others
  }
  return change
}
const withOnCall = (row: Row): Row => {
  const change: Record<string, unknown> = { ...row }
  for (const { services, team } of serviceLists) {
    const id = textOf(row[team])
    delete change[team]
    if (id !== '') change[services] = [...listOf(row[services]), { name: 'whoever is on call', on_call_team_id: id }]
  }
  return change
}

export const notifications: BackupKind = {
  kind: 'Notification',
  noun: 'notification rule',
  table: 'notifications',
  hasNamespace: true,
  columns: [...ruleColumns, ...Object.values(targets), ...Object.values(fallbacks)].filter(
    (column) => column !== targets.onCall && column !== fallbacks.onCall,
  ),
  documentOf: (kept, references) => {
    const row = withoutOnCall(kept)
    return {
      spec: given({
        ...Object.fromEntries(ruleColumns.map((column) => [column, row[column]])),
        to: orNothing(references.namesOf(row, targets)),
        fallback: orNothing(references.namesOf(row, fallbacks)),
      }),
    }
  },
  rowOf: async ({ spec }, references) => {
    const { to, fallback, ...says } = mapOf(spec)
    const stranger = Object.keys(says).find((name) => !ruleColumns.some((column) => column === name))
    if (stranger !== undefined) return { problem: `spec.${stranger}: a notification rule has no such field.` }
    if (!Array.isArray(says['events'])) return { problem: 'spec.events: it must be a list of events.' }
    const [first, second] = [references.idsOf(mapOf(to), targets), references.idsOf(mapOf(fallback), fallbacks)]
    if (typeof first === 'string') return { problem: `spec.to: ${first}` }
    if (typeof second === 'string') return { problem: `spec.fallback: ${second}` }
    const row = withOnCall({
      ...Object.fromEntries(ruleColumns.map((column) => [column, says[column] ?? null])),
      ...first,
      ...second,
    })
    const problem = await faultOfNotification('notifications', row)
    return problem === undefined ? { row } : { problem }
  },
}

/** Every kind that is backed up, each after those that it refers to. */
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
]
