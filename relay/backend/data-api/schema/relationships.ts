import { groupedBy } from '#shared/primitives/grouped-by.ts'
import type { Relation, Relationship } from '#relay/backend/data-api/schema/schema.ts'

export interface Exposure {
  readonly relation: Relation
  readonly columns: readonly string[]
}

export interface ForeignKey {
  readonly constraint: string
  readonly sources: readonly Exposure[]
  readonly targets: readonly Exposure[]
  readonly unique: boolean
  readonly holder: Exposure | undefined
  readonly withinPrimaryKey: boolean
}

const direct = ({ constraint, sources, targets, unique }: ForeignKey): Relationship[] =>
  sources.flatMap((source) =>
    targets.flatMap((target): Relationship[] => {
      const shared = { constraint, junction: undefined }
      return [
        {
          ...shared,
          cardinality: unique ? 'one-to-one' : 'many-to-one',
          holdsKey: true,
          from: source.relation,
          to: target.relation,
          fromColumns: source.columns,
          toColumns: target.columns,
        },
        {
          ...shared,
          cardinality: unique ? 'one-to-one' : 'one-to-many',
          holdsKey: false,
          from: target.relation,
          to: source.relation,
          fromColumns: target.columns,
          toColumns: source.columns,
        },
      ]
    }),
  )

const through = (near: ForeignKey, far: ForeignKey): Relationship[] => {
  const [holder, other] = [near.holder, far.holder]
  if (near === far || holder === undefined || holder.relation !== other?.relation) return []
  if (!near.withinPrimaryKey || !far.withinPrimaryKey) return []
  return near.targets.flatMap((from) =>
    far.targets
      .filter((to) => to.relation !== from.relation)
      .map((to) => ({
        cardinality: 'many-to-many',
        holdsKey: false,
        constraint: near.constraint,
        from: from.relation,
        to: to.relation,
        fromColumns: from.columns,
        toColumns: to.columns,
        junction: {
          relation: holder.relation,
          fromColumns: holder.columns,
          toColumns: other.columns,
          toConstraint: far.constraint,
        },
      })),
  )
}

export const deriveRelationships = (keys: readonly ForeignKey[]): ReadonlyMap<string, readonly Relationship[]> =>
  groupedBy(
    [...keys.flatMap(direct), ...keys.flatMap((near) => keys.flatMap((far) => through(near, far)))],
    ({ from }) => from.name,
  )
