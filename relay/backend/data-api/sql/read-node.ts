import { notEmbedded } from '#relay/backend/data-api/api-error.ts'
import type { At, Embed, Logic, OrderTerm, Query, SelectItem } from '#relay/backend/data-api/query/ast.ts'
import { findRelationship } from '#relay/backend/data-api/schema/find-relationship.ts'
import type { Relation, Relationship, Schema } from '#relay/backend/data-api/schema/schema.ts'

/** One relation of a request with everything that the request says about it, before it is written as SQL. */
export interface ReadNode {
  readonly relation: Relation
  readonly select: readonly SelectItem[]
  readonly embeds: readonly EmbedNode[]
  readonly filters: Logic[]
  order: readonly OrderTerm[]
  limit: number | undefined
  offset: number
}

export interface EmbedNode {
  readonly embed: Embed
  /** The key in the answer. */
  readonly key: string
  readonly relationship: Relationship
  readonly node: ReadNode
}

export const isToOne = ({ relationship }: EmbedNode): boolean =>
  relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one'

/** A bare `count` counts rows, unless there is a column of that name. */
const withBareCount = ({ columns, computed }: Relation, item: SelectItem): SelectItem =>
  item.kind === 'field' && item.field?.name === 'count' && item.field.path.length === 0 && item.aggregate === undefined
    ? columns.has('count') || computed.has('count')
      ? item
      : { ...item, field: undefined, aggregate: 'count', cast: undefined, aggregateCast: item.cast }
    : item

const buildNode = (schema: Schema, relation: Relation, select: readonly SelectItem[]): ReadNode => ({
  relation,
  select: select.map((item) => withBareCount(relation, item)),
  embeds: select
    .filter((item) => item.kind === 'embed')
    .map((embed) => {
      const relationship = findRelationship(schema, relation, embed)
      const key = embed.alias ?? embed.relation
      return { embed, key, relationship, node: buildNode(schema, relationship.to, embed.select) }
    }),
  filters: [],
  order: [],
  limit: undefined,
  offset: 0,
})

/** The embed that a name in a path or a filter speaks of: by its relation as written, or by its alias. */
export const findEmbed = (node: ReadNode, name: string): EmbedNode | undefined =>
  node.embeds.find(({ embed }) => embed.relation === name || embed.alias === name)

const nodeAt = (root: ReadNode, path: readonly string[]): ReadNode =>
  path.reduce((node, name) => {
    const embed = findEmbed(node, name)
    if (embed === undefined) throw notEmbedded(name)
    return embed.node
  }, root)

/**
 * Holds a query against the schema. Clauses of the query go to the embed that their path names (PGRST108 when there is
 * none); of several limits or offsets for one path the last counts.
 */
export const planRead = (schema: Schema, relation: Relation, query: Query): ReadNode => {
  const root = buildNode(schema, relation, query.select)
  const each = <T>(clauses: readonly At<T>[], apply: (node: ReadNode, value: T) => void) => {
    for (const { path, value } of clauses) apply(nodeAt(root, path), value)
  }
  each(query.filters, (node, filter) => node.filters.push(filter))
  each(query.orders, (node, order) => {
    node.order = order
  })
  each(query.limits, (node, limit) => {
    node.limit = limit
  })
  each(query.offsets, (node, offset) => {
    node.offset = Math.max(0, offset)
  })
  return root
}
