import {
  ambiguousColumn,
  emptySpread,
  misplacedAggregate,
  notEmbedded,
  unknownColumn,
} from '#relay/backend/data-api/api-error.ts'
import type { Field, OrderTerm } from '#relay/backend/data-api/query/ast.ts'
import { columnSql, compileField, compilePath, type Source } from '#relay/backend/data-api/sql/compile-field.ts'
import { compileLogic } from '#relay/backend/data-api/sql/compile-filter.ts'
import { compileItem, groupable } from '#relay/backend/data-api/sql/compile-item.ts'
import { groupBySql, itemTerms, type GroupTerm } from '#relay/backend/data-api/sql/group-by.ts'
import { getInnerName, listInnerNames, spreadOutputs, type Output } from '#relay/backend/data-api/sql/output.ts'
import { findEmbed, isToOne, type EmbedNode, type ReadNode } from '#relay/backend/data-api/sql/read-node.ts'
import { relationSource } from '#relay/backend/data-api/sql/relation-source.ts'
import { rowList, type RowList } from '#relay/backend/data-api/sql/row-list.ts'
import type { Statement } from '#relay/backend/data-api/sql/statement.ts'
import { directionSql, whereSql } from '#relay/backend/data-api/sql/clauses.ts'

export interface SelectSql {
  readonly outputs: readonly Output[]
  readonly from: string
  /** `selective` joins drop rows, so an exact count must include them. */
  readonly joins: readonly { readonly sql: string; readonly selective: boolean }[]
  readonly conditions: readonly string[]
  readonly groupBy: readonly string[] | undefined
  readonly orderBy: readonly string[]
  readonly limit: number | undefined
  readonly offset: number
}

const joinSql = (joins: SelectSql['joins']): string => joins.map(({ sql }) => sql).join('')

export const renderSelect = (
  statement: Statement,
  { from, joins, conditions, groupBy, orderBy, limit, offset }: SelectSql,
  list: string,
): string =>
  [
    `select ${list} from ${from}${joinSql(joins)}${whereSql(conditions)}`,
    groupBy !== undefined && groupBy.length > 0 ? ` group by ${groupBy.join(', ')}` : '',
    orderBy.length > 0 ? ` order by ${orderBy.join(', ')}` : '',
    limit === undefined ? '' : ` limit ${statement.bindInferred(BigInt(limit).toString())}`,
    offset === 0 ? '' : ` offset ${statement.bindInferred(BigInt(offset).toString())}`,
  ].join('')

export const renderMatches = ({ from, joins, conditions }: SelectSql): string =>
  `select 1 from ${from}${joinSql(joins.filter(({ selective }) => selective))}${whereSql(conditions)}`

interface Joined {
  readonly sql: string
  readonly selective: boolean
  readonly outputs: readonly Output[]
  readonly names: readonly string[]
  /** Of the related orders, without direction. */
  readonly orders: readonly string[]
}

interface EmbedContext {
  readonly statement: Statement
  readonly parent: Source
  readonly alias: string
  readonly maxRows: number
  readonly orders: readonly OrderTerm[]
  readonly tested: boolean
  /** The parent groups by the embedded value. */
  readonly isGrouped: boolean
}

const pairs = (
  left: Source,
  leftColumns: readonly string[],
  right: Source,
  rightColumns: readonly string[],
): string[] =>
  leftColumns.map((column, index) => `${columnSql(left, column)} = ${columnSql(right, rightColumns[index] ?? '')}`)

const embedSource = (statement: Statement, parent: Source, { relationship }: EmbedNode) => {
  const { to, fromColumns, toColumns, junction } = relationship
  const { source, from } = relationSource(statement, to)
  if (junction === undefined) return { source, from, conditions: pairs(source, toColumns, parent, fromColumns) }
  const { source: between, from: betweenFrom } = relationSource(statement, junction.relation, 'j')
  const joined = pairs(between, junction.toColumns, source, toColumns).join(' and ')
  return {
    source,
    from: `${from} inner join ${betweenFrom} on ${joined}`,
    conditions: pairs(between, junction.fromColumns, parent, fromColumns),
  }
}

const joinToOne = (embed: EmbedNode, context: EmbedContext): Joined => {
  const { statement, parent, alias, maxRows, orders, tested, isGrouped } = context
  const { spread, inner } = embed.embed
  const { source, from, conditions } = embedSource(statement, parent, embed)
  const compiled = compileNode(statement, embed.node, {
    source,
    from,
    conditions,
    maxRows,
    spread,
    isGrouped: spread && isGrouped,
  })
  const select = { ...compiled, limit: compiled.limit === undefined ? undefined : Math.min(compiled.limit, maxRows) }
  const row = rowList(statement, select.outputs)
  const related = orders.map(({ field }) => relatedOrder(statement, source, select.outputs, field))
  const isEmpty = !spread && embed.embed.select.length === 0
  const isOwnRow = !spread && (select.groupBy !== undefined || select.outputs.some(({ isAggregated }) => isAggregated))
  const ordered = related.flatMap(({ index }, order) =>
    index === undefined ? [] : [`${isOwnRow ? row.column('r', index) : select.outputs[index]?.sql} as o${order}`],
  )
  const value = isGrouped ? groupable(`${alias}.v`) : `${alias}.v`
  const shown = spread ? select.outputs.map(({ sql }, index) => `${sql} as s${index}`) : [rowJson(row)]
  const columns = [...(isEmpty ? [] : isOwnRow ? [`${row.json('r')} as v`] : shown), ...ordered, 'true as hit'].join(
    ', ',
  )
  const lateral = isOwnRow
    ? `select ${columns} from (${renderSelect(statement, select, row.list)}) r`
    : renderSelect(statement, select, columns)
  const own = isEmpty ? [] : [{ name: embed.key, sql: value }]
  return {
    sql: ` ${inner ? 'inner' : 'left'} join lateral (${lateral}) ${alias} on true`,
    selective: inner || tested,
    outputs: spread ? spreadOutputs(statement, alias, select.outputs) : own,
    names: listInnerNames(select.outputs),
    orders: related.map(({ index, sql }, order) => `${alias}.${index === undefined ? '' : `o${order}`}${sql}`),
  }
}

interface RelatedOrder {
  /** The selected column, if there is exactly one. */
  readonly index: number | undefined
  readonly sql: string
}

/**
 * As in PostgREST, only selected columns can be ordered by. Security: `compileField` denies paths to secrets, so a path
 * must not apply to an alias of another column.
 */
const relatedOrder = (statement: Statement, source: Source, outputs: readonly Output[], field: Field): RelatedOrder => {
  compileField(statement, source, field)
  const { name, path } = field
  const [index, ...others] = outputs.flatMap((output, place) => (getInnerName(output) === name ? [place] : []))
  const isColumn = index !== undefined && outputs[index]?.sql === columnSql(source, name)
  if (others.length > 0) {
    const error = ambiguousColumn(`column reference "${name}" is ambiguous`)
    return { index: undefined, sql: statement.unknownName(error) }
  }
  if (index === undefined || (path.length > 0 && !isColumn))
    return { index: undefined, sql: statement.unknownName(unknownColumn(source.relation.name, name)) }
  return { index, sql: compilePath(statement, path) }
}

const rowJson = (row: RowList): string => `(select ${row.json('r')} from (select ${row.list}) r) as v`

const joinToMany = (embed: EmbedNode, context: EmbedContext): Joined => {
  const { statement, parent, alias, maxRows, tested, isGrouped } = context
  const { source, from, conditions } = embedSource(statement, parent, embed)
  const select = compileNode(statement, embed.node, { source, from, conditions, maxRows })
  const isEmpty = embed.embed.select.length === 0
  const row = rowList(statement, select.outputs)
  const value = isEmpty ? '' : `coalesce(pg_catalog.json_agg(${row.json('r')}), '[]') as v, `
  const rows = { ...select, limit: Math.min(select.limit ?? maxRows, maxRows) }
  const sql = `(select ${value}pg_catalog.count(*) as n from (${renderSelect(statement, rows, row.list)}) r) ${alias}`
  const shown = isGrouped ? groupable(`${alias}.v`) : `${alias}.v`
  return {
    sql: embed.embed.inner ? ` inner join lateral ${sql} on ${alias}.n > 0` : ` left join lateral ${sql} on true`,
    selective: embed.embed.inner || tested,
    outputs: isEmpty ? [] : [{ name: embed.key, sql: shown }],
    names: [],
    orders: [],
  }
}

/** In PostgREST's statement, the list of a repeated key aggregates the column of the first one. */
const rejectRepeatedList = (statement: Statement, { key }: EmbedNode): Joined => ({
  sql: ` cross join lateral (select ${statement.unknownName(misplacedAggregate())}) ${statement.alias('e')}`,
  selective: true,
  outputs: [{ name: key, sql: 'null' }],
  names: [],
  orders: [],
})

/** PostgREST leaves an empty place in the select list, which is a syntax error beside other places. */
const rejectEmptySpread = (node: ReadNode, joined: ReadonlyMap<EmbedNode, Joined>): void => {
  const places = [...joined].filter(([{ embed }, { outputs }]) => embed.spread || outputs.length > 0)
  const isEmpty = places.some(([, { outputs }]) => outputs.length === 0)
  const fields = node.select.filter(({ kind }) => kind !== 'embed')
  if (isEmpty && fields.length + places.length > 1) throw emptySpread()
}

const hasAggregates = ({ select }: ReadNode): boolean =>
  select.some((item) => item.kind === 'field' && item.aggregate !== undefined && item.isBare !== true)

interface NodeOptions {
  readonly source: Source
  readonly from: string
  readonly conditions: readonly string[]
  readonly maxRows: number
  readonly spread?: boolean
  /** The parent groups by the columns of a spread relation. */
  readonly isGrouped?: boolean
}

export const compileNode = (
  statement: Statement,
  node: ReadNode,
  { source, from, conditions, maxRows, spread = false, isGrouped = false }: NodeOptions,
): SelectSql => {
  // Embeds of the same key share an alias: the database rejects them as PostgREST's does (42712).
  const aliases = new Map([...new Set(node.embeds.map(({ key }) => key))].map((key) => [key, statement.alias('e')]))
  const getAlias = ({ key }: EmbedNode) => aliases.get(key) ?? ''
  const tested = new Set<EmbedNode>()
  const embedIsEmpty = (name: string) => {
    const embed = findEmbed(node, name)
    if (embed === undefined) return undefined
    tested.add(embed)
    return isToOne(embed) ? `${getAlias(embed)}.hit is null` : `${getAlias(embed)}.n = 0`
  }
  const filters = node.filters.map((filter) => compileLogic(statement, source, filter, embedIsEmpty))

  const orderedBy = new Map<EmbedNode, OrderTerm[]>()
  const orders = node.order.map((term) => {
    if (term.embed === undefined) {
      const { sql } = compileField(statement, source, term.field)
      return () => sql + directionSql(term)
    }
    const embed = node.embeds.find(({ key }) => key === term.embed)
    if (embed === undefined) throw notEmbedded(term.embed)
    const terms = [...(orderedBy.get(embed) ?? []), term]
    orderedBy.set(embed, terms)
    return () => `${joined.get(embed)?.orders[terms.length - 1] ?? 'null'}${directionSql(term)}`
  })

  const grouped =
    (!spread && hasAggregates(node)) ||
    node.embeds.some(({ embed, node: inner }) => embed.spread && hasAggregates(inner))
  const outputs: Output[] = []
  const terms: GroupTerm[] = []
  for (const item of node.select) {
    if (item.kind === 'embed') continue
    const shown = compileItem(statement, source, item, spread)
    outputs.push(...shown)
    if (grouped) terms.push(...itemTerms(statement, source, item, shown))
  }
  const joined = new Map<EmbedNode, Joined>()
  for (const embed of node.embeds) {
    // PostgREST takes the first of several embeds with the same key for each of them.
    const first = node.embeds.find(({ key }) => key === embed.key) ?? embed
    if (first !== embed && !isToOne(first) && !isToOne(embed)) {
      joined.set(embed, rejectRepeatedList(statement, embed))
      continue
    }
    const join = (isToOne(first) ? joinToOne : joinToMany)(first, {
      statement,
      parent: source,
      alias: getAlias(first),
      maxRows,
      orders: orderedBy.get(first) ?? [],
      tested: tested.has(first),
      isGrouped: grouped || isGrouped,
    })
    joined.set(embed, join)
    outputs.push(...join.outputs)
    if (embed.embed.spread) terms.push(...join.outputs.filter(({ isAggregated }) => isAggregated !== true))
    else terms.push({ bare: embed.key })
  }
  rejectEmptySpread(node, joined)
  const joins = [...joined.values()]
  const joinedNames = joins.flatMap(({ names }) => names)
  return {
    outputs,
    from,
    joins,
    conditions: [...conditions, ...filters],
    groupBy: grouped
      ? groupBySql(statement, source, { outputs, joinedNames }, terms)
      : outputs.some(({ isAggregated }) => isAggregated)
        ? []
        : undefined,
    orderBy: orders.map((render) => render()),
    limit: node.limit,
    offset: node.offset,
  }
}
