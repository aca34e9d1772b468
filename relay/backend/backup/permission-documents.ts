import type { z } from 'zod'
import { readGrant } from '#shared/access/grant-error.ts'
import { hasObject } from '#shared/access/grant-matches.ts'
import { findSubject, type Grant } from '#shared/access/grant.ts'
import { findSelectorError } from '#shared/access/selector-error.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { toText } from '#shared/primitives/to-text.ts'
import { resourceKinds } from '#shared/resources/resource-kinds.ts'
import { normalizeTime } from '#relay/backend/documents/moment.ts'
import { permissionSpecSchema } from '#relay/backend/documents/permission-spec.ts'
import {
  readPermissionGroupSpec,
  writePermissionGroupSpec,
} from '#relay/backend/documents/permission-group-document.ts'
import { readPermissionSpec, writePermissionSpec } from '#relay/backend/documents/permission-document.ts'
import type { Row } from '#relay/backend/secrets/stored-secrets.ts'
import { withoutNulls } from '#relay/backend/resources/without-nulls.ts'
import type { BackupKind } from './backup-kind.ts'
import { referencesFrom, type References } from './references.ts'
import { formatSpecError } from './spec-error.ts'

/** People are named by their mail address only, because they cannot set it themselves. */
const subjects = {
  person: 'mail',
  team: 'team',
  notification: 'notification',
  playbook: 'playbook',
  canary: 'canary',
  scraper: 'scraper',
  topology: 'topology',
} as const
const subjectKinds = ['person', 'team', 'notification', 'playbook', 'canary', 'scraper', 'topology'] as const
const targetKinds = ['canary', 'playbook', 'connection'] as const
const unnamedLabels = { config: 'config item', component: 'component' } as const

type PermissionSpec = z.infer<typeof permissionSpecSchema>

const readRow = (row: Row) =>
  readGrant({ ...row, id: toText(row['id']), until: normalizeTime(row['until']) ?? row['until'] ?? null })

/** Such a grant or deny would have no effect. */
const noObject = 'an object is required, such as catalog or selectors of configs'

const writtenKey = (field: string, spec: unknown): string => {
  const keys: Readonly<Record<string, string>> = { action: 'actions', object_selector: 'object' }
  const key = keys[field] ?? field
  return isMap(spec) && Object.hasOwn(spec, key) ? key : field
}

const unnamed = (noun: string) => `refers to a ${noun} that other consoles cannot find by name.`

const namedBy = (grant: Grant, { findName }: References) => {
  const errors: string[] = []
  const called = (kind: Parameters<References['findName']>[0], id: string, noun: string): string => {
    const known = findName(kind, id)
    if (known === undefined) errors.push(unnamed(noun))
    return known ?? id
  }
  const subject = findSubject(grant)
  if (subject === null) errors.push('has no subject.')
  const resource: Record<string, string> = {}
  for (const kind of targetKinds) {
    const id = grant[`${kind}_id`]
    if (id !== null) resource[kind] = called(kind, id, kind)
  }
  for (const kind of ['config', 'component'] as const) {
    const id = grant[`${kind}_id`]
    if (id === null) continue
    resource[kind] = id
    errors.push(unnamed(unnamedLabels[kind]))
  }
  return {
    subject:
      subject === null
        ? undefined
        : {
            [subject.type]:
              subject.type === 'group' ? subject.id : called(subjects[subject.type], subject.id, subject.type),
          },
    resource: Object.keys(resource).length === 0 ? undefined : resource,
    error: errors[0],
  }
}

const subjectIn = ({ subject }: PermissionSpec, { findId }: References) => {
  if (subject.group !== undefined) return { subject: subject.group, subject_type: 'group' }
  const type = subjectKinds.find((kind) => subject[kind] !== undefined)
  const called = type === undefined ? undefined : subject[type]
  if (type === undefined || called === undefined) return { error: 'spec.subject: must name a subject.' }
  const id = findId(subjects[type], called)
  const hint = type === 'person' && !called.includes('@') ? ' Name people by their mail address.' : ''
  return id === undefined
    ? { error: `spec.subject: ${type} "${called}" not found.${hint}` }
    : { subject: id, subject_type: type }
}
const resourceIn = ({ resource }: PermissionSpec, { findId }: References) => {
  const ids: Record<string, string | null> = {}
  for (const kind of targetKinds) {
    const called = resource?.[kind]
    const id = called === undefined ? null : findId(kind, called)
    if (id === undefined) return { error: `spec.resource: ${kind} "${called}" not found.` }
    ids[`${kind}_id`] = id
  }
  return { ids }
}

const plain = ['description', 'action', 'object', 'object_selector', 'agents', 'tags'] as const
const references = ['person_id', 'team_id', 'notification_id', 'config_id', 'component_id'] as const
const noReferences = Object.fromEntries(references.map((column) => [column, null]))

export const permissions: BackupKind = {
  ...resourceKinds.permissions,
  columns: [
    'subject',
    'subject_type',
    'deny',
    'until',
    ...plain,
    ...references,
    ...targetKinds.map((kind) => `${kind}_id`),
  ],
  names: [...Object.values(subjects), 'connection'],
  over: 'coalesce(until <= now(), false)',
  right: 'permissions',
  toDocument: (row, names) => {
    const read = readRow(row)
    const named = 'grant' in read ? namedBy(read.grant, names) : undefined
    return {
      spec: writePermissionSpec({
        description: toText(row['description']) || undefined,
        subject: named?.subject,
        action: row['action'],
        deny: row['deny'] === true ? true : undefined,
        object: row['object'] ?? undefined,
        object_selector: row['object_selector'] ?? undefined,
        resource: named?.resource,
        agents: row['agents'] ?? undefined,
        tags: row['tags'] ?? undefined,
        until: normalizeTime(row['until']),
      }),
    }
  },
  exclusionReason: (row, names) => {
    const read = readRow(row)
    if ('error' in read) return read.error.message
    if (!hasObject(read.grant)) return `It has no effect: ${noObject}.`
    const { error } = namedBy(read.grant, names)
    return error === undefined ? undefined : `It ${error}`
  },
  toRow: async ({ spec, namespace }, stored) => {
    const names = referencesFrom(stored, namespace)
    const written = readPermissionSpec(withoutNulls(spec))
    if ('error' in written) return written
    const { data, error } = permissionSpecSchema.safeParse(written.spec)
    if (error !== undefined) return { error: formatSpecError(permissionSpecSchema, error, written.spec) }
    const subject = subjectIn(data, names)
    if ('error' in subject) return { error: subject.error }
    const resource = resourceIn(data, names)
    if ('error' in resource) return { error: resource.error }
    const row = {
      ...Object.fromEntries(plain.map((column) => [column, data[column] ?? null])),
      ...subject,
      ...noReferences,
      ...resource.ids,
      deny: data.deny ?? false,
      until: normalizeTime(data.until) ?? null,
    }
    const read = readRow(row)
    if ('error' in read) return { error: `spec.${writtenKey(read.error.field, spec)}: ${read.error.requirement}.` }
    if (!hasObject(read.grant)) return { error: `spec.object: ${noObject}.` }
    const unmatched = read.grant.object_selector && findSelectorError(read.grant.object_selector)
    return unmatched ? { error: `spec.${writtenKey('object_selector', spec)}.${unmatched}` } : { row }
  },
}

export const permissionGroups: BackupKind = {
  ...resourceKinds.permission_groups,
  columns: ['selectors'],
  right: 'permissions',
  toDocument: ({ selectors }) => ({ spec: writePermissionGroupSpec(selectors) }),
  exclusionReason: (row) => (toText(row['name']) === '' ? 'It has no name.' : undefined),
  toRow: async ({ spec }) => {
    const read = readPermissionGroupSpec(withoutNulls(spec))
    return 'error' in read ? read : { row: { selectors: read.selectors } }
  },
}
