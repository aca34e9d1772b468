import { ruleColumns, toRuleRow, toRuleSpec } from '#shared/notifications/rule-spec.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { resourceKinds } from '#shared/resources/resource-kinds.ts'
import { readNotificationSpec } from '#relay/backend/documents/notification-document.ts'
import { toWrittenPath } from '#relay/backend/documents/written-path.ts'
import { writeNotificationSpec } from '#relay/backend/documents/write-notification.ts'
import { findNotificationError } from '#relay/backend/notifications/rules/find-notification-error.ts'
import type { Row } from '#relay/backend/secrets/stored-secrets.ts'
import { canonicalJson } from '#relay/backend/rows/storable-json.ts'
import { withoutNulls } from '#relay/backend/resources/without-nulls.ts'
import type { BackupKind } from './backup-kind.ts'
import { referencesFrom, type References } from './references.ts'

const scheme = 'connection://'
const serviceLists = [
  { column: 'custom_services', key: 'to' },
  { column: 'fallback_custom_services', key: 'fallback' },
] as const

const changeConnection = (service: unknown, change: (reference: string) => string): unknown =>
  isMap(service) && typeof service['connection'] === 'string' && service['connection'] !== ''
    ? { ...service, connection: change(service['connection']) }
    : service

const changeConnections = (row: Row, change: (reference: string) => string): Row => ({
  ...row,
  ...Object.fromEntries(
    serviceLists.flatMap(({ column }) => {
      const services: unknown = row[column]
      if (!Array.isArray(services)) return []
      return [[column, services.map((service: unknown) => changeConnection(service, change))]]
    }),
  ),
})

const findConnection = (reference: string, { findId }: References): string | null | undefined =>
  findId('connection', reference.replace(scheme, ''))

/** The connection that a document names as its recipient must exist. */
const findUnknownConnection = (spec: unknown, references: References): string | undefined => {
  for (const { key } of serviceLists) {
    const recipients = isMap(spec) ? spec[key] : undefined
    const reference = isMap(recipients) ? recipients['connection'] : undefined
    if (typeof reference === 'string' && reference !== '' && findConnection(reference, references) === undefined)
      return `spec.${key}.connection: connection "${reference}" not found.`
  }
  return undefined
}

const hasRecipient = ({ to, custom_services: services }: Row): boolean =>
  to !== undefined || (Array.isArray(services) && services.length > 0)

const listWarnings = (file: string, name: string, spec: unknown, read: Row): readonly string[] => [
  ...(isMap(spec) && spec['groupByInterval'] != null
    ? [
        `${file}: Notification ${name}: spec.groupByInterval has no effect. Events of a group are collected for waitFor, or 30s without it.`,
      ]
    : []),
  ...(hasRecipient(read) ? [] : [`${file}: Notification ${name}: spec.to names no recipient, so nothing is sent.`]),
]

export const notifications: BackupKind = {
  ...resourceKinds.notifications,
  columns: ruleColumns,
  names: ['person', 'team', 'playbook', 'connection'],
  toDocument: (row, references) => {
    const named = changeConnections(row, (reference) => {
      const name = references.findName('connection', reference)
      return name === undefined ? reference : `${scheme}${name}`
    })
    const own = toRuleSpec(named, references)
    const published = writeNotificationSpec(own)
    const read = readNotificationSpec(published)
    return { spec: 'spec' in read && canonicalJson(read.spec) === canonicalJson(own) ? published : own }
  },
  toRow: async ({ file, name, spec, namespace }, stored) => {
    const references = referencesFrom(stored, namespace)
    const written = readNotificationSpec(withoutNulls(spec))
    if ('error' in written) return written
    const unknown = findUnknownConnection(spec, references)
    if (unknown !== undefined) return { error: unknown }
    const read = toRuleRow(written.spec, references)
    if ('error' in read) return read
    const row = changeConnections(read.row, (reference) => findConnection(reference, references) ?? reference)
    const error = await findNotificationError('notifications', row)
    return error === undefined
      ? { row, warnings: listWarnings(file, name, spec, written.spec) }
      : { error: `spec.${toWrittenPath(error, spec)}` }
  },
}
