import { z } from 'zod'
import { readGrant } from '#shared/access/grant-fault.ts'
import { subjectOf, type Grant } from '#shared/access/grant.ts'
import type { Row } from '#relay/backend/secrets/stored-secrets.ts'
import type { BackupKind } from './backup-kinds.ts'
import { momentOf, momentSchema } from './moment.ts'
import type { References } from './references.ts'
import { specProblem } from './spec-problem.ts'
import { textOf } from './text-of.ts'

/** What a subject of each kind is named by. A person is by the mail address alone, which nobody gives themselves. */
const subjects = {
  person: 'mail',
  team: 'team',
  notification: 'notification',
  playbook: 'playbook',
  canary: 'canary',
  scraper: 'scraper',
  topology: 'topology',
} as const
const subjectWords = ['person', 'team', 'notification', 'playbook', 'canary', 'scraper', 'topology'] as const
const resourceWords = ['canary', 'playbook', 'connection'] as const
const unnamedWords = { config: 'catalog item', component: 'component' } as const

const name = z.string().min(1).optional()
/** Whom a permission is about, what it grants or denies, and what it is narrowed to; most of it as its columns are called. */
const permissionSpecSchema = z.strictObject({
  description: z.string().nullish(),
  subject: z
    .strictObject({
      group: name,
      person: name,
      team: name,
      notification: name,
      playbook: name,
      canary: name,
      scraper: name,
      topology: name,
    })
    .refine((named) => Object.keys(named).length === 1, { error: 'Name one person, team, group or other subject' }),
  action: z.string(),
  deny: z.boolean().nullish(),
  object: z.string().min(1).nullish(),
  object_selector: z.unknown().optional(),
  resource: z
    .strictObject({ canary: name, playbook: name, connection: name })
    .refine((named) => Object.keys(named).length > 0, {
      error: 'Name a canary, playbook or connection, or leave it out',
    })
    .nullish(),
  agents: z.array(z.string()).nullish(),
  tags: z.unknown().optional(),
  until: momentSchema.nullish(),
})
type PermissionSpec = z.infer<typeof permissionSpecSchema>

const readRow = (row: Row) =>
  readGrant({ ...row, id: textOf(row['id']), until: momentOf(row['until']) ?? row['until'] ?? null })

const unnamed = (noun: string) => `names one ${noun} that another console cannot find by name.`

/** Whom a permission is about and what it is narrowed to, by names; by ids, and why, where there are none that hold elsewhere. */
const namedBy = (grant: Grant, { nameOf }: References) => {
  const problems: string[] = []
  const called = (word: Parameters<References['nameOf']>[0], id: string, noun: string): string => {
    const known = nameOf(word, id)
    if (known === undefined) problems.push(unnamed(noun))
    return known ?? id
  }
  const subject = subjectOf(grant)
  if (subject === null) problems.push('is about nobody.')
  const resource: Record<string, string> = {}
  for (const word of resourceWords) {
    const id = grant[`${word}_id`]
    if (id !== null) resource[word] = called(word, id, word)
  }
  for (const word of ['config', 'component'] as const) {
    const id = grant[`${word}_id`]
    if (id === null) continue
    resource[word] = id
    problems.push(unnamed(unnamedWords[word]))
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
    problem: problems[0],
  }
}

/** The id of what a document names, or why there is none, as a sentence. */
const subjectIn = ({ subject }: PermissionSpec, { idOf }: References) => {
  if (subject.group !== undefined) return { subject: subject.group, subject_type: 'group' }
  const type = subjectWords.find((word) => subject[word] !== undefined)
  const called = type === undefined ? undefined : subject[type]
  if (type === undefined || called === undefined) return { problem: 'spec.subject: it names nobody.' }
  const id = idOf(subjects[type], called)
  return id === undefined
    ? { problem: `spec.subject: there is no ${type} "${called}" here.` }
    : { subject: id, subject_type: type }
}
const resourceIn = ({ resource }: PermissionSpec, { idOf }: References) => {
  const ids: Record<string, string | null> = {}
  for (const word of resourceWords) {
    const called = resource?.[word]
    const id = called === undefined ? null : idOf(word, called)
    if (id === undefined) return { problem: `spec.resource: there is no ${word} "${called}" here.` }
    ids[`${word}_id`] = id
  }
  return { ids }
}

const plain = ['description', 'action', 'object', 'object_selector', 'agents', 'tags'] as const
const references = ['person_id', 'team_id', 'notification_id', 'config_id', 'component_id'] as const
const noReferences = Object.fromEntries(references.map((column) => [column, null]))

/** What people and teams may do beside their roles, and may not. */
export const permissions: BackupKind = {
  kind: 'Permission',
  noun: 'permission',
  table: 'permissions',
  hasNamespace: true,
  columns: [
    'subject',
    'subject_type',
    'deny',
    'until',
    ...plain,
    ...references,
    ...resourceWords.map((word) => `${word}_id`),
  ],
  names: [...Object.values(subjects), 'connection'],
  over: 'coalesce(until <= now(), false)',
  right: 'permissions',
  documentOf: (row, names) => {
    const read = readRow(row)
    const named = 'grant' in read ? namedBy(read.grant, names) : undefined
    return {
      spec: {
        description: textOf(row['description']) || undefined,
        subject: named?.subject,
        action: row['action'],
        deny: row['deny'] === true ? true : undefined,
        object: row['object'] ?? undefined,
        object_selector: row['object_selector'] ?? undefined,
        resource: named?.resource,
        agents: row['agents'] ?? undefined,
        tags: row['tags'] ?? undefined,
        until: momentOf(row['until']),
      },
    }
  },
  leftOutOf: (row, names) => {
    const read = readRow(row)
    if ('fault' in read) return read.fault.sentence
    const { problem } = namedBy(read.grant, names)
    return problem === undefined ? undefined : `It ${problem}`
  },
  rowOf: async ({ spec }, names) => {
    const { data, error } = permissionSpecSchema.safeParse(spec ?? {})
    if (error !== undefined) return { problem: specProblem(error) }
    const subject = subjectIn(data, names)
    if ('problem' in subject) return { problem: subject.problem }
    const resource = resourceIn(data, names)
    if ('problem' in resource) return { problem: resource.problem }
    const row = {
      ...Object.fromEntries(plain.map((column) => [column, data[column] ?? null])),
      ...subject,
      ...noReferences,
      ...resource.ids,
      deny: data.deny ?? false,
      until: momentOf(data.until) ?? null,
    }
    const read = readRow(row)
    return 'fault' in read ? { problem: read.fault.sentence } : { row }
  },
}

const groupSpecSchema = z.strictObject({
  selectors: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]),
})

/** Groups that permissions may be about. */
export const permissionGroups: BackupKind = {
  kind: 'PermissionGroup',
  noun: 'permission group',
  table: 'permission_groups',
  hasNamespace: true,
  columns: ['selectors'],
  right: 'permissions',
  documentOf: ({ selectors }) => ({ spec: { selectors } }),
  leftOutOf: (row) => (textOf(row['name']) === '' ? 'It has no name.' : undefined),
  rowOf: async ({ spec }) => {
    const { data, error } = groupSpecSchema.safeParse(spec ?? {})
    return error === undefined ? { row: { selectors: data.selectors } } : { problem: specProblem(error) }
  },
}
