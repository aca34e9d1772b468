import { z } from 'zod'
import { humanPeople } from '#shared/access/human-people.ts'
import { toRuleRow, toRuleSpec, type RecipientKind, type RuleNames } from '#shared/notifications/rule-spec.ts'
import { isId } from '#shared/primitives/id.ts'
import { changedColumns } from '#shared/primitives/changed-columns.ts'
import { ApiError } from '#client/api/api-error.ts'
import { listRows } from '#client/api/data-api.ts'
import { textOrEmpty } from '#shared/primitives/row-values.ts'

type Row = Readonly<Record<string, unknown>>

const namedSchema = z.object({
  id: z.string(),
  name: textOrEmpty,
  email: textOrEmpty,
  title: textOrEmpty,
  namespace: textOrEmpty,
})
type Named = z.infer<typeof namedSchema>

interface Recipient {
  readonly id: string
  readonly name: string
  readonly label: string
}

const namedMax = 1_000

const kinds = {
  person: { relation: 'people', getName: ({ email, name }: Named) => email || name },
  team: { relation: 'teams', getName: ({ name }: Named) => name },
  playbook: { relation: 'playbooks', getName: ({ namespace, name }: Named) => `${namespace || 'default'}/${name}` },
} as const
export type RecipientRelation = keyof typeof kinds

export const readRecipients = async (kind: RecipientRelation, signal?: AbortSignal): Promise<readonly Recipient[]> => {
  const { relation, getName } = kinds[kind]
  try {
    const known = kind === 'person' ? humanPeople : { deleted_at: 'is.null' }
    const query = { order: 'name.asc', limit: namedMax, ...known }
    const { rows } = await listRows(relation, { row: namedSchema, query, signal })
    return rows.map((row) => ({ id: row.id, name: getName(row), label: row.title || row.name || getName(row) }))
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return []
    throw error
  }
}

const toRelation = (kind: RecipientKind): RecipientRelation => (kind === 'onCall' ? 'team' : kind)

/** Recipients without a readable name are written by id, so that a save keeps them. */
const readNames = async (): Promise<RuleNames> => {
  const [person, team, playbook] = await Promise.all([
    readRecipients('person'),
    readRecipients('team'),
    readRecipients('playbook'),
  ])
  const known = { person, team, playbook }
  return {
    findName: (kind, id) => known[toRelation(kind)].find((each) => each.id === id)?.name ?? id,
    findId: (kind, name) =>
      known[toRelation(kind)].find((each) => each.name === name)?.id ?? (isId(name) ? name : undefined),
  }
}

const toRow = (spec: Row, names: RuleNames): Row => {
  const read = toRuleRow(spec, names)
  if ('error' in read) throw new Error(read.error)
  return read.row
}

export const ruleDocument = {
  loadSpec: async (row: Row): Promise<Row> => toRuleSpec(row, await readNames()),
  toColumns: async (spec: Row, saved: Row | null): Promise<Row> => {
    const names = await readNames()
    const before: Row = saved === null ? {} : toRow(saved, names)
    return changedColumns(before, toRow(spec, names))
  },
}
