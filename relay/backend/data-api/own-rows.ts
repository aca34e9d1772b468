import { isWhole, type Decision } from '#shared/access/decide.ts'
import { conditionHolds, conditionsOf, isUnread, narrowsRows, rowHolds } from '#shared/access/grant-matches.ts'
import type { Grant } from '#shared/access/grant.ts'
import type { Match } from '#shared/access/match.ts'
import { kindsOfObject, type AccessObject, type ObjectKind } from '#shared/access/objects.ts'
import type { ObjectAttributes } from '#shared/access/selector.ts'
import type { Logic } from '#relay/backend/data-api/query/ast.ts'
import type { Relation } from '#relay/backend/data-api/schema/schema.ts'
import type { Things } from '#relay/backend/permissions/things.ts'

/** Relations whose rows are the things themselves; in others a column names the thing. */
const ownKind: Partial<Record<string, ObjectKind>> = {
  configs: 'config',
  config_items: 'config',
  config_detail: 'config',
  config_names: 'config',
  config_summary: 'config',
  components: 'component',
  topology: 'component',
  component_names: 'component',
  component_names_all: 'component',
  components_with_logs: 'component',
  canaries: 'canary',
  canaries_with_status: 'canary',
  playbooks: 'playbook',
  playbook_names: 'playbook',
  connections: 'connection',
  connections_list: 'connection',
  connection_details: 'connection',
}

interface OwnRowsOptions {
  readonly relation: Pick<Relation, 'name' | 'columns'>
  readonly object: AccessObject
  readonly decision: Decision
  readonly things: Pick<Things, 'all'>
  /** The checks of these canaries, for relations that name a check only. */
  readonly checksOf: (canaryIds: readonly string[]) => Promise<readonly string[]>
}

type Chosen = { readonly column: string; readonly ids: readonly string[] }

const field = (name: string) => ({ name, path: [] })
const isIn = ({ column, ids }: Chosen): Logic => ({
  kind: 'filter',
  field: field(column),
  not: false,
  operation: { kind: 'in', values: ids },
})
const isNotIn = ({ column, ids }: Chosen): Logic => ({
  kind: 'or',
  not: false,
  members: [
    { kind: 'filter', field: field(column), not: false, operation: { kind: 'is', value: 'null' } },
    { kind: 'filter', field: field(column), not: true, operation: { kind: 'in', values: ids } },
  ],
})

/**
 * The filters that leave the rows a person may have to do with, where a decision holds for some of them: what a grant is
 * narrowed to is looked up and found again by the relation's columns. What a selector says and nobody here can read leaves a
 * row out. Null when the relation's rows do not tell what they are about, so that nothing of it can be given out.
 */
export const ownRows = async (options: OwnRowsOptions): Promise<readonly Logic[] | null> => {
  const { relation, object, decision, things, checksOf } = options
  const kinds = kindsOfObject[object] ?? []

  const idsWhere = async (kind: ObjectKind, holds: (thing: ObjectAttributes) => Match, isDeny: boolean) =>
    (await things.all(kind))
      .filter((thing) => {
        const match = holds(thing)
        return match === 'yes' || (isDeny && match === 'some')
      })
      .map(({ id }) => id)

  const columnOf = (kind: ObjectKind): string | null => {
    const name = ownKind[relation.name] === kind ? 'id' : `${kind}_id`
    return relation.columns.has(name) ? name : null
  }
  const chosen = async (kind: ObjectKind, ids: readonly string[]): Promise<Chosen | null> => {
    const column = columnOf(kind)
    if (column !== null) return { column, ids }
    const checks = relation.name === 'checks' ? 'id' : 'check_id'
    return kind === 'canary' && relation.columns.has(checks) ? { column: checks, ids: await checksOf(ids) } : null
  }

  /** Null when the relation does not tell what a part of it is about. */
  const partsOf = async (grant: Grant): Promise<readonly Chosen[] | null> => {
    if (!grant.deny && isUnread(grant)) return null
    const conditions = await Promise.all(
      conditionsOf(grant).map(async (condition) =>
        chosen(
          condition.kind,
          condition.selectors === undefined && condition.id !== null
            ? [condition.id]
            : await idsWhere(condition.kind, (thing) => conditionHolds(condition, thing), grant.deny),
        ),
      ),
    )
    const placed = kinds.filter((kind) => kind !== 'playbook' && kind !== 'connection')
    const rows = narrowsRows(grant)
      ? await Promise.all(
          placed.map(async (kind) => chosen(kind, await idsWhere(kind, (thing) => rowHolds(grant, thing), grant.deny))),
        )
      : []
    const parts = [...conditions, ...rows]
    return parts.length === 0 || parts.includes(null) ? null : parts.filter((part) => part !== null)
  }

  const narrowed = decision.chain.flatMap((step) => (step.by === 'permission' && step.inPart ? [step.grant] : []))
  const inPart = await Promise.all(narrowed.map(async (grant) => ({ deny: grant.deny, parts: await partsOf(grant) })))
  const isGranted = isWhole(decision)
  const grants = inPart.flatMap(({ deny, parts }) => (deny || parts === null ? [] : [parts]))
  if (!isGranted && grants.length === 0) return null
  const without = inPart.flatMap(({ deny, parts }) => (deny && parts !== null ? [parts] : []))
  return [
    ...(isGranted
      ? []
      : [
          {
            kind: 'or' as const,
            not: false,
            members: grants.map((parts): Logic => ({ kind: 'and', not: false, members: parts.map(isIn) })),
          },
        ]),
    ...without.map((parts): Logic => ({ kind: 'or', not: false, members: parts.map(isNotIn) })),
  ]
}
