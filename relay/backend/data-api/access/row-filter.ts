import { isWhole, type Decision } from '#shared/access/decide.ts'
import { conditionHolds, listConditions, isUnread, narrowsRows, rowHolds } from '#shared/access/grant-matches.ts'
import type { Grant } from '#shared/access/grant.ts'
import type { Match, ObjectAttributes } from '#shared/access/match.ts'
import { objectResourceKinds, type AccessObject, type ObjectKind } from '#shared/access/objects.ts'
import type { About } from '#relay/backend/data-api/access/access-line.ts'
import { requireAll, requireAny, type RowCondition } from '#relay/backend/data-api/schema/row-condition.ts'
import type { AccessObjects } from '#relay/backend/permissions/access-objects.ts'
import { objectRelations } from '#shared/access/object-row.ts'

export interface Parts {
  /** Null: everything is granted. */
  readonly grants: readonly (readonly Part[])[] | null
  readonly denies: readonly (readonly Part[])[]
}
interface Part {
  readonly kind: ObjectKind
  readonly ids: readonly string[]
}

/** A selector that cannot be evaluated grants nothing; in a deny it counts as a match. */
export const loadParts = async (
  { object, decision }: { readonly object: AccessObject; readonly decision: Decision },
  accessObjects: Pick<AccessObjects, 'all'>,
): Promise<Parts> => {
  const placed = (objectResourceKinds[object] ?? []).filter((kind) => kind !== 'playbook' && kind !== 'connection')
  const idsWhere = async (kind: ObjectKind, holds: (object: ObjectAttributes) => Match, isDeny: boolean) =>
    (await accessObjects.all(kind))
      .filter((object) => {
        const match = holds(object)
        return match === 'yes' || (isDeny && match === 'some')
      })
      .map(({ id }) => id)

  const toPartLists = async (grant: Grant): Promise<readonly (readonly Part[])[]> => {
    if (!grant.deny && isUnread(grant)) return []
    const conditions = await Promise.all(
      listConditions(grant).map(async ({ kind, id, selectors }) => ({
        kind,
        ids:
          selectors === undefined && id !== null
            ? [id]
            : await idsWhere(kind, (object) => conditionHolds({ kind, id, selectors }, object), grant.deny),
      })),
    )
    if (!narrowsRows(grant)) return conditions.length === 0 ? [] : [conditions]
    const rows = await Promise.all(
      placed.map(async (kind) => ({
        kind,
        ids: await idsWhere(kind, (object) => rowHolds(grant, object), grant.deny),
      })),
    )
    return rows.map((row) => conditions.concat(row))
  }

  const narrowed = decision.chain.flatMap((step) => (step.kind === 'permission' && step.inPart ? [step.grant] : []))
  const lists = await Promise.all(
    narrowed.map(async (grant) => ({ deny: grant.deny, lists: await toPartLists(grant) })),
  )
  return {
    grants: isWhole(decision) ? null : lists.flatMap((each) => (each.deny ? [] : each.lists)),
    denies: lists.flatMap((each) => (each.deny ? each.lists : [])),
  }
}

export interface Subject {
  readonly name: string
  readonly about: About
}

const findColumn = ({ name, about }: Subject, kind: ObjectKind): string | undefined =>
  name === objectRelations[kind]
    ? 'id'
    : Object.keys(about).find((column) => about[column] === objectRelations[kind] && !column.includes('->>'))

const toConditions = (subject: Subject, parts: readonly Part[], kind: 'in' | 'notIn'): RowCondition[] | undefined => {
  const placed = parts.flatMap(({ kind: object, ids }): RowCondition[] => {
    const column = findColumn(subject, object)
    return column === undefined ? [] : [{ kind, column, ids }]
  })
  return placed.length === parts.length ? placed : undefined
}

export const grantedRows = (subject: Subject, grants: NonNullable<Parts['grants']>): RowCondition | undefined => {
  const placed = grants.flatMap((parts) => {
    const conditions = toConditions(subject, parts, 'in')
    return conditions === undefined ? [] : [requireAll(conditions)]
  })
  return placed.length === 0 ? undefined : requireAny(placed)
}

export const undeniedRows = (subject: Subject, denies: Parts['denies']): readonly RowCondition[] =>
  denies.flatMap((parts) => {
    const conditions = toConditions(subject, parts, 'notIn')
    return conditions === undefined ? [] : [requireAny(conditions)]
  })
