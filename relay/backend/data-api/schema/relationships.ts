import type { Relation, Relationship } from '#relay/backend/data-api/schema/schema.ts'

/** A relation that shows some columns of a table, under its own names for them. */
export interface Exposure {
  readonly relation: Relation
  readonly columns: readonly string[]
}

export interface ForeignKey {
  readonly constraint: string
  /** Where the key's columns and the columns they refer to can be read: the table itself and views of it. */
  readonly sources: readonly Exposure[]
  readonly targets: readonly Exposure[]
  /** The key's columns are unique among themselves. */
  readonly unique: boolean
  /** The table that holds the key, when it is one that requests may name, and whether the primary key covers it. */
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

/** Every relationship that foreign keys give, both ways and through junctions, by the name of the relation it starts at. */
export const deriveRelationships = (keys: readonly ForeignKey[]): Map<string, Relationship[]> => {
  const all = [...keys.flatMap(direct), ...keys.flatMap((near) => keys.flatMap((far) => through(near, far)))]
  const byStart = new Map<string, Relationship[]>()
  for (const relationship of all) {
    const { name } = relationship.from
    const known = byStart.get(name)
    if (known === undefined) byStart.set(name, [relationship])
    else known.push(relationship)
  }
  return byStart
}
