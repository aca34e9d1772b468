import {
  authorMismatch,
  engineOnly,
  misplacedAggregate,
  unknownBareColumn,
  unknownColumn,
} from '#relay/backend/data-api/api-error.ts'
import type { RowCondition } from '#relay/backend/data-api/schema/row-condition.ts'
import type { Query } from '#relay/backend/data-api/query/ast.ts'
import { shownAs } from '#relay/backend/data-api/query/create-query.ts'
import type { Relation, Schema } from '#relay/backend/data-api/schema/schema.ts'
import type { Source } from '#relay/backend/data-api/sql/compile-field.ts'
import { compileNode } from '#relay/backend/data-api/sql/compile-node.ts'
import { compileRowCondition } from '#relay/backend/data-api/sql/compile-row-condition.ts'
import { seenRows } from '#relay/backend/data-api/sql/relation-source.ts'
import { keySql, pageSql, type Shape } from '#relay/backend/data-api/sql/page.ts'
import { planRead } from '#relay/backend/data-api/sql/read-node.ts'
import { Statement } from '#relay/backend/data-api/sql/statement.ts'
import {
  bodyRows,
  columnList,
  findUnknownColumns,
  getColumns,
  filledBy,
  unlessShown,
  getWriters,
  type CompiledWrite,
  type Write,
} from '#relay/backend/data-api/sql/write-parts.ts'
import { compileTarget } from '#relay/backend/data-api/sql/write-target.ts'
import { whereSql } from '#relay/backend/data-api/sql/clauses.ts'
import { quoteIdentifier } from '#relay/database/quote-identifier.ts'

const mostIds = 1_000
const insertedMark = quoteIdentifier('relay inserted')

interface WriteRules {
  readonly by: string
  readonly rows: readonly RowCondition[]
}

const compileInsert = (
  statement: Statement,
  relation: Relation,
  write: Extract<Write, { kind: 'insert' }>,
  by: string,
): string => {
  const { authors, editors, engine } = getWriters(relation)
  const columns = getColumns(
    relation,
    write.columns.filter((name) => !authors.includes(name) && !editors.includes(name)),
  )
  const engineColumn = columns.find(({ name }) => engine.includes(name))
  if (engineColumn !== undefined) throw engineOnly(relation.name, engineColumn.name)
  const filled = filledBy(
    statement,
    relation,
    [...authors, ...editors.filter((name) => write.columns.includes(name))],
    by,
  )
  const rows = bodyRows(statement, write.rows, columns, write)
  const bodyValues = columns.map(({ name }) => `b.${quoteIdentifier(name)}`)
  const targets = [...columns, ...filled.map(({ column }) => column)]
  const values = [...bodyValues, ...filled.map(({ value }) => value)]
  const into =
    targets.length > 0
      ? `insert into ${relation.sql} as t (${columnList(targets)}) select ${values.join(', ')} from ${rows}`
      : insertDefaults(relation, rows)
  if (write.conflict === undefined) return into
  const keys = write.conflict.columns.map((name) => {
    if (!relation.columns.has(name)) throw unknownBareColumn(name)
    return quoteIdentifier(name)
  })
  if (keys.length === 0) return into
  const changes = [
    ...columns.map((column) => {
      const name = quoteIdentifier(column.name)
      return `${name} = ${unlessShown(column, `excluded.${name}`, `t.${name}`)}`
    }),
    ...filledBy(statement, relation, columns.length > 0 ? editors : [], by).map(
      ({ column, value }) => `${quoteIdentifier(column.name)} = ${value}`,
    ),
  ]
  const action =
    write.conflict.resolution === 'ignore' || changes.length === 0 ? 'nothing' : `update set ${changes.join(', ')}`
  return `${into} on conflict (${keys.join(', ')}) do ${action}`
}

/** SQL has no multi-row form of `default values`, so the first column gets its default explicitly. */
const insertDefaults = (relation: Relation, rows: string): string => {
  const [first] = relation.columns.values()
  if (first === undefined) return `insert into ${relation.sql} as t default values`
  return `insert into ${relation.sql} as t (${quoteIdentifier(first.name)}) select ${first.defaultSql ?? `null::${first.type.sql}`} from ${rows}`
}

const compileChange = (
  statement: Statement,
  relation: Relation,
  query: Query,
  { write, by, rows: changeableRows }: WriteRules & { readonly write: Write },
): string => {
  if (write.kind === 'insert') return compileInsert(statement, relation, write, by)
  const conditions = compileTarget(statement, relation, query, changeableRows)
  const where = whereSql(conditions)
  if (write.kind === 'delete') return `delete from ${relation.sql} as t${where}`
  const { editors } = getWriters(relation)
  const columns = getColumns(relation, changeable(relation, write.columns))
  const changes = [
    ...columns.map((column) => {
      const name = quoteIdentifier(column.name)
      return `${name} = ${unlessShown(column, `b.${name}`, `t.${name}`)}`
    }),
    ...filledBy(statement, relation, editors, by).map(
      ({ column, value }) => `${quoteIdentifier(column.name)} = ${value}`,
    ),
  ]
  const start = `update ${relation.sql} as t set ${changes.join(', ')} from`
  if (write.byKey === undefined) return `${start} ${bodyRows(statement, write.rows, columns, write)}${where}`
  const key = quoteIdentifier(write.byKey)
  const keyed = columns.some(({ name }) => name === write.byKey)
    ? columns
    : [...columns, ...getColumns(relation, [write.byKey])]
  const rows = bodyRows(statement, write.rows, keyed, { ...write, isFirstOnly: false })
  return `${start} ${rows} where ${[`b.${key} = t.${key}`, ...conditions].join(' and ')}`
}

/**
 * Author, editor and engine columns are skipped, so that a row can be sent back whole. Throws 42501 if nothing
 * else is changed.
 */
const changeable = (relation: Relation, names: readonly string[]): readonly string[] => {
  const { authors, editors, engine } = getWriters(relation)
  const [first] = names
  const left = names.filter((name) => ![...authors, ...editors, ...engine].includes(name))
  if (left.length === 0 && first !== undefined)
    throw authors.includes(first) || editors.includes(first)
      ? authorMismatch(relation.name, first)
      : engineOnly(relation.name, first)
  return left
}

/** PostgREST returns the primary key for an empty `select`, and without a primary key the value 1. */
const withoutColumns = [{ name: '?column?', sql: '1' }]
const returnedItems = ({ primaryKey }: Relation, { select }: Query): Query['select'] =>
  select.length > 0 ? select : primaryKey.map((name) => shownAs({ name, path: [] }, name))

/** The database reports them with the change, before it reads the embedded relations. */
const listUnknown = (statement: Statement, relation: Relation, { select }: Query): string[] =>
  findUnknownColumns(relation, select).map(
    (name) =>
      `t.${statement.unknownName(name === 'count' ? misplacedAggregate() : unknownColumn(relation.name, name))}`,
  )

interface WriteOptions extends WriteRules {
  readonly write: Write
  readonly shape: Shape | undefined
  readonly returnsRows: boolean
  readonly maxRows: number
  readonly location: boolean
}

/**
 * One statement for the write and the read of the result. `location` requests the primary key of a single new row.
 * Returns one row: `body` text or null, `count`, `inserted` and `outside` counts, `ids` and `key` as JSON text.
 */
export const compileWrite = (
  schema: Schema,
  relation: Relation,
  query: Query,
  { write, shape, maxRows, location, returnsRows, ...rules }: WriteOptions,
): CompiledWrite => {
  const statement = new Statement(schema)
  const select = returnedItems(relation, query)
  const filters = query.filters.filter(({ path }) => path.length > 0)
  const node = planRead(schema, relation, { ...query, select, filters })
  const change = compileChange(statement, relation, query, { write, ...rules })
  const merges = write.kind === 'insert' && write.conflict?.resolution === 'merge' && relation.view === undefined
  const unknown = returnsRows ? listUnknown(statement, relation, query) : []
  const returning = ['t.*', ...(merges ? [`(t.xmax = 0) as ${insertedMark}`] : []), ...unknown].join(', ')
  const inserted = merges ? `(select count(*) from src where ${insertedMark})` : '(select count(*) from src)'
  const ids = relation.columns.has('id')
    ? `(select case when count(*) <= ${mostIds} then json_agg(src.id::text)::text end from src)`
    : 'null::text'
  const key =
    location && relation.primaryKey.length > 0
      ? `(select max(${keySql(relation.primaryKey)}::text) from src)`
      : 'null::text'
  const seen = write.kind === 'delete' ? [] : seenRows(statement, relation, 'src')
  const changeableRows =
    write.kind === 'delete' ? [] : rules.rows.map((condition) => compileRowCondition(statement, 'src', condition))
  const allowed = [...seen, ...changeableRows]
  const outside =
    allowed.length === 0 ? '0::pg_catalog.int8' : `(select count(*) from src where not (${allowed.join(' and ')}))`
  const outcome = `${outside} as "outside", (select count(*) from src) as "count", ${inserted} as "inserted", ${ids} as "ids", ${key} as "key"`
  const start = `with src as (${change} returning ${returning})`
  if (shape === undefined) return statement.finish(`${start} select null::text as "body", ${outcome}`)

  node.limit = undefined
  node.offset = 0
  node.order = []
  const source: Source = { relation, alias: statement.alias('t'), typed: false }
  const compiled = compileNode(statement, node, { source, from: `src as ${source.alias}`, conditions: [], maxRows })
  const returned = select.length === 0 ? { ...compiled, outputs: withoutColumns } : compiled
  const page = pageSql(statement, returned, shape, false)
  return statement.finish(`${start} select ${page.body} as "body", ${outcome} from ${page.from}`)
}
