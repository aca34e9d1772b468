import { DataApiError, notEmbedded } from '#relay/backend/data-api/api-error.ts'
import type { Embed, Logic, OrderTerm, Query, SelectItem } from '#relay/backend/data-api/query/ast.ts'
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
const withBareCount = ({ columns, computed }: Relation, item: SelectItem): SelectItem => {
  if (item.kind !== 'field' || item.field?.name !== 'count' || item.field.path.length > 0) return item
  if (item.aggregate !== undefined || columns.has('count') || computed.has('count')) return item
  return { ...item, field: undefined, aggregate: 'count', cast: undefined, aggregateCast: item.cast, isBare: true }
}

interface Tree {
  readonly embed: Embed | undefined
  readonly select: readonly SelectItem[]
  embeds: readonly Tree[]
  readonly filters: Logic[]
  order: readonly OrderTerm[]
  limit: number | undefined
  offset: number | undefined
  isLimited: boolean
}

const toTree = (select: readonly SelectItem[], embed?: Embed): Tree => ({
  embed,
  select,
  embeds: select.flatMap((item) => (item.kind === 'embed' ? [toTree(item.select, item)] : [])),
  filters: [],
  order: [],
  limit: undefined,
  offset: undefined,
  isLimited: false,
})

/** As in PostgREST, a clause moves the embeds of its path to the front. Their order decides which error is found first. */
const moveToFront = (tree: Tree, path: readonly string[]): Tree => {
  const [name, ...others] = path
  if (name === undefined) return tree
  const target = tree.embeds.find(({ embed }) => embed?.relation === name || embed?.alias === name)
  if (target === undefined) throw notEmbedded(name)
  const found = moveToFront(target, others)
  tree.embeds = [target, ...tree.embeds.filter((each) => each !== target)]
  return found
}

const resolve = (schema: Schema, relation: Relation, tree: Tree): ReadNode => ({
  relation,
  select: tree.select.map((item) => withBareCount(relation, item)),
  embeds: tree.embeds.flatMap((inner) => {
    const { embed } = inner
    if (embed === undefined) return []
    const relationship = findRelationship(schema, relation, embed)
    const key = embed.alias ?? embed.relation
    return [{ embed, key, relationship, node: resolve(schema, relationship.to, inner) }]
  }),
  filters: tree.filters,
  order: tree.order,
  limit: tree.limit ?? (tree.isLimited && tree.offset !== undefined ? 0 : undefined),
  offset: tree.offset ?? 0,
})

export const findEmbed = (node: ReadNode, name: string): EmbedNode | undefined =>
  node.embeds.find(({ embed }) => embed.relation === name || embed.alias === name)

const rejectNotToOne = (code: string, operation: string, from: string, to: string): never => {
  throw new DataApiError(400, code, `A ${operation} on '${to}' is not possible`, {
    details: `'${from}' and '${to}' do not form a many-to-one or one-to-one relationship`,
  })
}

const checkRelatedOrders = (node: ReadNode, relationName = node.relation.name): void => {
  for (const { embed: name } of node.order) {
    if (name === undefined) continue
    const embed = node.embeds.find(({ key }) => key === name)
    if (embed === undefined) throw notEmbedded(name)
    if (!isToOne(embed)) rejectNotToOne('PGRST118', 'related order', relationName, name)
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

/**
 * Throws PGRST108 for a clause whose path has no embed. The last limit or offset of a path counts. Clauses are added
 * from the last to the first, filters before trees of conditions, as PostgREST does.
 */
export const planRead = (schema: Schema, relation: Relation, query: Query, name = relation.name): ReadNode => {
  const root = toTree(query.select.length === 0 ? [{ kind: 'all' }] : query.select)
  const filters = query.filters.toReversed()
  for (const { path, value } of filters.filter(({ isTree }) => isTree !== true))
    moveToFront(root, path).filters.unshift(value)
  for (const { path, value } of query.orders.toReversed()) moveToFront(root, path).order = value
  for (const { path, value } of query.offsets) {
    const tree = moveToFront(root, path)
    tree.offset = tree === root ? Math.max(0, value ?? 0) : (value ?? 0)
  }
  for (const { path, value } of query.limits) {
    const tree = moveToFront(root, path)
    tree.limit = value
    tree.isLimited = true
  }
  for (const { path, value } of filters.filter(({ isTree }) => isTree === true))
    moveToFront(root, path).filters.unshift(value)
  const node = resolve(schema, relation, root)
  checkRelatedOrders(node, name)
  checkSpreads(node)
  return node
}
