import { DataApiError, notEmbedded } from '#relay/backend/data-api/api-error.ts'
import type { At, Embed, Logic, OrderTerm, Query, SelectItem } from '#relay/backend/data-api/query/ast.ts'
import { findRelationship } from '#relay/backend/data-api/schema/find-relationship.ts'
import type { Relation, Relationship, Schema } from '#relay/backend/data-api/schema/schema.ts'

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
  readonly key: string
  readonly relationship: Relationship
  readonly node: ReadNode
}

export const isToOne = ({ relationship }: EmbedNode): boolean =>
  relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one'

/** PostgREST: a plain `count` counts rows unless a column has that name. */
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

export const findEmbed = (node: ReadNode, name: string): EmbedNode | undefined =>
  node.embeds.find(({ embed }) => embed.relation === name || embed.alias === name)

const nodeAt = (root: ReadNode, path: readonly string[]): ReadNode =>
  path.reduce((node, name) => {
    const embed = findEmbed(node, name)
    if (embed === undefined) throw notEmbedded(name)
    return embed.node
  }, root)

const rejectNotToOne = (code: string, operation: string, from: string, to: string): never => {
  throw new DataApiError(400, code, `A ${operation} on '${to}' is not possible`, {
    details: `'${from}' and '${to}' do not form a many-to-one or one-to-one relationship`,
  })
}

const checkRelatedOrders = (node: ReadNode): void => {
  for (const { embed: name } of node.order) {
    if (name === undefined) continue
    const embed = node.embeds.find(({ key }) => key === name)
    if (embed === undefined) throw notEmbedded(name)
    if (!isToOne(embed)) rejectNotToOne('PGRST118', 'related order', node.relation.name, name)
  }
  for (const { node: inner } of node.embeds) checkRelatedOrders(inner)
}

const checkSpreads = ({ relation, embeds }: ReadNode): void => {
  for (const embed of embeds) {
    if (embed.embed.spread && !isToOne(embed))
      rejectNotToOne('PGRST119', 'spread operation', relation.name, embed.embed.relation)
    checkSpreads(embed.node)
  }
}

/** Throws PGRST108 for a clause whose path has no embed. The last limit or offset of a path counts. */
export const planRead = (schema: Schema, relation: Relation, query: Query): ReadNode => {
  const root = buildNode(schema, relation, query.select.length === 0 ? [{ kind: 'all' }] : query.select)
  const each = <T>(clauses: readonly At<T>[], apply: (node: ReadNode, value: T) => void) => {
    for (const { path, value } of clauses) apply(nodeAt(root, path), value)
  }
  each(query.filters, (node, filter) => node.filters.push(filter))
  each(query.orders, (node, order) => {
    node.order = order
  })
  each(query.offsets, (node, offset) => {
    node.offset = node === root ? Math.max(0, offset ?? 0) : (offset ?? 0)
  })
  const skipping = new Set(query.offsets.map(({ path }) => nodeAt(root, path)))
  each(query.limits, (node, limit) => {
    node.limit = limit ?? (skipping.has(node) ? 0 : undefined)
  })
  checkRelatedOrders(root)
  checkSpreads(root)
  return root
}
