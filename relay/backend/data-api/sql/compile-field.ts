import { isSecretName } from '#relay/config/passwords-in.ts'
import { emptyName, secretPath, shownOnly, unknownColumn } from '#relay/backend/data-api/api-error.ts'
import type { Field } from '#relay/backend/data-api/query/ast.ts'
import type { Column, Relation, Type } from '#relay/backend/data-api/schema/schema.ts'
import type { Statement } from '#relay/backend/data-api/sql/statement.ts'
import { quoteIdentifier } from '#relay/database/quote-identifier.ts'

export interface Source {
  readonly relation: Relation
  readonly alias: string
  readonly typed: boolean
}

interface Expression {
  readonly sql: string
  readonly type: Type | undefined
}

export const columnSql = (source: Source, name: string): string => `${source.alias}.${quoteIdentifier(name)}`

export const isShownOnly = ({ show, without }: Column): boolean => show !== undefined || without !== undefined

export const shownSql = (statement: Statement, source: Source, { name, type, show, without }: Column): string => {
  const sql = columnSql(source, name)
  if (show !== undefined) return show(sql)
  if (without === undefined) return sql
  const hidden = `select h.id::pg_catalog.text from ${statement.fullRelation(without)} h except select v.id::pg_catalog.text from ${statement.visibleRelation(without)} v`
  return `array(select i.i from pg_catalog.unnest(${sql}) with ordinality i(i, place) where i.i::pg_catalog.text not in (${hidden}) order by i.place)::${type.sql}`
}

const rowSql = (source: Source): string => {
  if (source.typed) return source.alias
  const columns = [...source.relation.columns.keys()].map((name) => columnSql(source, name))
  return `(row(${columns.join(', ')})::${source.relation.sql})`
}

const compileBase = (statement: Statement, source: Source, name: string): Expression => {
  const column = source.relation.columns.get(name)
  if (column !== undefined && isShownOnly(column)) throw shownOnly(source.relation.name, name)
  if (column !== undefined) return { sql: columnSql(source, name), type: column.type }
  const computed = source.relation.computed.get(name)
  if (computed === undefined) {
    if (name === '') throw emptyName()
    const identifier = statement.unknownName(unknownColumn(source.relation.name, name))
    return { sql: `${source.alias}.${identifier}`, type: undefined }
  }
  return { sql: `${computed.functionSql}(${rowSql(source)})`, type: computed.type }
}

/** Lists of named values, of which any may be a secret. */
const valueLists = new Set(['env', 'headers', 'valuefrom'])

const findSecretKey = (path: Field['path']): string | undefined =>
  path.map(({ key }) => String(key)).find((key) => isSecretName(key) || valueLists.has(key.toLowerCase()))

export const compilePath = (statement: Statement, path: Field['path']): string =>
  path
    .map(({ key, text }) => {
      const operand =
        typeof key === 'number' ? statement.bind(String(key), statement.type('int4')) : statement.bind(key, undefined)
      return ` ${text ? '->>' : '->'} ${operand}`
    })
    .join('')

export const compileField = (statement: Statement, source: Source, { name, path }: Field): Expression => {
  const base = compileBase(statement, source, name)
  if (path.length === 0) return base
  const secretKey = source.relation.columns.get(name)?.mayHoldSecrets === true ? findSecretKey(path) : undefined
  if (secretKey !== undefined) throw secretPath(source.relation.name, name, secretKey)
  const isJson = base.type?.name === 'json' || base.type?.name === 'jsonb'
  const start = isJson ? base.sql : `pg_catalog.to_jsonb(${base.sql})`
  const type = path.at(-1)?.text === true ? statement.type('text') : isJson ? base.type : statement.type('jsonb')
  return { sql: `(${start}${compilePath(statement, path)})`, type }
}
