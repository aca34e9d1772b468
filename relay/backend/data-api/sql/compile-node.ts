import { notEmbedded } from '#relay/backend/data-api/api-error.ts'
import type { OrderTerm, SelectItem } from '#relay/backend/data-api/query/ast.ts'
import { columnSql, compileField, isShownOnly, type Source } from '#relay/backend/data-api/sql/compile-field.ts'
import { compileLogic } from '#relay/backend/data-api/sql/compile-filter.ts'
import { compileItem, groupable } from '#relay/backend/data-api/sql/compile-item.ts'
import { findEmbed, isToOne, type EmbedNode, type ReadNode } from '#relay/backend/data-api/sql/read-node.ts'
import { relationSource } from '#relay/backend/data-api/sql/relation-source.ts'
import { rowList } from '#relay/backend/data-api/sql/row-list.ts'
import type { Statement } from '#relay/backend/data-api/sql/statement.ts'

export interface SelectSql {
  readonly outputs: ReadonlyMap<string, string>
  readonly from: string
  /** `selective` joins drop rows, so an exact count must include them. */
  readonly joins: readonly { readonly sql: string; readonly selective: boolean }[]
  readonly conditions: readonly string[]
  readonly groupBy: readonly string[] | undefined
  readonly orderBy: readonly string[]
  readonly limit: number | undefined
  readonly offset: number
}

const tail = ({ conditions, groupBy, orderBy, limit, offset }: SelectSql): string =>
  [
    conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '',
    groupBy !== undefined && groupBy.length > 0 ? ` group by ${groupBy.join(', ')}` : '',
    orderBy.length > 0 ? ` order by ${orderBy.join(', ')}` : '',
    limit === undefined ? '' : ` limit ${limit}`,
    offset === 0 ? '' : ` offset ${offset}`,
  ].join('')

const body = (select: SelectSql): string =>
  `from ${select.from}${select.joins.map(({ sql }) => sql).join('')}${tail(select)}`

export const renderSelect = (select: SelectSql, list: string): string => `select ${list} ${body(select)}`

export const renderMatches = (select: SelectSql): string =>
  `select 1 from ${select.from}${select.joins.flatMap(({ sql, selective }) => (selective ? [sql] : [])).join('')}${tail({ ...select, groupBy: undefined, orderBy: [], limit: undefined, offset: 0 })}`

const orderSql = { asc: ' asc', desc: ' desc', nullsfirst: ' nulls first', nullslast: ' nulls last' } as const

const direction = ({ direction, nulls }: OrderTerm): string =>
  (direction === undefined ? '' : orderSql[direction]) + (nulls === undefined ? '' : orderSql[nulls])

interface Joined {
  readonly sql: string
  readonly selective: boolean
  readonly outputs: ReadonlyMap<string, string>
}

interface EmbedContext {
  readonly statement: Statement
  readonly parent: Source
  readonly alias: string
  readonly maxRows: number
  readonly orders: readonly OrderTerm[]
  readonly tested: boolean
  readonly parentGrouped: boolean
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

const rowJson = (statement: Statement, outputs: ReadonlyMap<string, string>): string => {
  const row = rowList(statement, outputs)
  return `(select ${row.json('r')} from (select ${row.list}) r)`
}

const joinToOne = (embed: EmbedNode, context: EmbedContext): Joined => {
  const { statement, parent, alias, maxRows, orders, tested, parentGrouped } = context
  const { source, from, conditions } = embedSource(statement, parent, embed)
  const select = compileNode(statement, embed.node, { source, from, conditions, maxRows })
  const shown = new Map<string, string>()
  const outputs = new Map<string, string>()
  const value = (sql: string) => (parentGrouped ? groupable(sql) : sql)
  if (embed.embed.spread) {
    for (const [index, [name, sql]] of [...select.outputs].entries()) {
      outputs.set(`s${index}`, sql)
      shown.set(name, `${alias}.s${index}`)
    }
  } else if (select.outputs.size > 0 && select.groupBy === undefined) {
    outputs.set('v', rowJson(statement, select.outputs))
    shown.set(embed.key, value(`${alias}.v`))
  }
  const grouped = select.groupBy !== undefined && !embed.embed.spread
  if (grouped) shown.set(embed.key, value(`${alias}.v`))
  for (const [index, term] of orders.entries()) {
    outputs.set(`o${index}`, compileField(statement, source, term.field).sql)
  }
  const row = rowList(statement, select.outputs)
  const lateral = grouped
    ? `select ${row.json('r')} as v, true as hit from (${renderSelect(select, row.list)}) r`
    : renderSelect(select, [...outputs, ['hit', 'true'] as const].map(([name, sql]) => `${sql} as ${name}`).join(', '))
  return {
    sql: ` ${embed.embed.inner ? 'inner' : 'left'} join lateral (${lateral}) ${alias} on true`,
    selective: embed.embed.inner || tested,
    outputs: shown,
  }
}

const joinToMany = (embed: EmbedNode, context: EmbedContext): Joined => {
  const { statement, parent, alias, maxRows, tested, parentGrouped } = context
  const { source, from, conditions } = embedSource(statement, parent, embed)
  const select = compileNode(statement, embed.node, { source, from, conditions, maxRows })
  const rows = { ...select, limit: Math.min(select.limit ?? maxRows, maxRows) }
  const empty = select.outputs.size === 0
  const row = rowList(statement, select.outputs)
  const value = empty ? '' : `coalesce(pg_catalog.json_agg(${row.json('r')}), '[]') as v, `
  const sql = `(select ${value}pg_catalog.count(*) as n from (${renderSelect(rows, row.list)}) r) ${alias}`
  const shown = parentGrouped ? groupable(`${alias}.v`) : `${alias}.v`
  return {
    sql: embed.embed.inner ? ` inner join lateral ${sql} on ${alias}.n > 0` : ` left join lateral ${sql} on true`,
    selective: embed.embed.inner || tested,
    outputs: empty ? new Map() : new Map([[embed.key, shown]]),
  }
}

/** `group by` takes a name for the column of the relation before it takes it for an alias. */
const groupSql = (source: Source, name: string, sql: string): string => {
  const column = source.relation.columns.get(name)
  return column === undefined || isShownOnly(column) ? sql : columnSql(source, name)
}

const columnsFirst = (select: readonly SelectItem[]): SelectItem[] => [
  ...select.filter(({ kind }) => kind !== 'embed'),
  ...select.filter(({ kind }) => kind === 'embed'),
]

export const compileNode = (
  statement: Statement,
  node: ReadNode,
  {
    source,
    from,
    conditions,
    maxRows,
  }: { source: Source; from: string; conditions: readonly string[]; maxRows: number },
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
  const orderBy = node.order.map((term) => {
    if (term.embed === undefined) return compileField(statement, source, term.field).sql + direction(term)
    const embed = node.embeds.find(({ key }) => key === term.embed)
    if (embed === undefined) throw notEmbedded(term.embed)
    const terms = [...(orderedBy.get(embed) ?? []), term]
    orderedBy.set(embed, terms)
    return `${getAlias(embed)}.o${terms.length - 1}${direction(term)}`
  })

  const grouped = node.select.some((item) => item.kind === 'field' && item.aggregate !== undefined)
  const joins: Joined[] = []
  const outputs = new Map<string, string>()
  const groupBy: string[] = []
  const keep = (shown: Iterable<readonly [string, string]>) => {
    for (const [name, sql] of shown) {
      outputs.delete(name)
      outputs.set(name, sql)
    }
  }
  for (const item of columnsFirst(node.select)) {
    if (item.kind !== 'embed') {
      const { shown, aggregated } = compileItem(statement, source, item)
      keep(shown)
      if (grouped && !aggregated) groupBy.push(...shown.map(([name, sql]) => groupSql(source, name, sql)))
      continue
    }
    const embed = node.embeds.find((candidate) => candidate.embed === item)
    if (embed === undefined) continue
    const joined = (isToOne(embed) ? joinToOne : joinToMany)(embed, {
      statement,
      parent: source,
      alias: getAlias(embed),
      maxRows,
      orders: orderedBy.get(embed) ?? [],
      tested: tested.has(embed),
      parentGrouped: grouped,
    })
    joins.push(joined)
    keep(joined.outputs)
    if (grouped) groupBy.push(...joined.outputs.values())
  }
  return {
    outputs,
    from,
    joins,
    conditions: [...conditions, ...filters],
    groupBy: grouped ? groupBy : undefined,
    orderBy,
    limit: node.limit,
    offset: node.offset,
  }
}
