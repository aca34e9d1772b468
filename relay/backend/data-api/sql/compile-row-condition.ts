import type { RowCondition } from '#relay/backend/data-api/schema/row-condition.ts'
import type { Schema } from '#relay/backend/data-api/schema/schema.ts'
import { quoteIdentifier } from '#relay/database/quote-identifier.ts'

interface Statement {
  readonly schema: Schema
  bindIds(ids: readonly string[]): string
  fullRelation(relation: string): string
  visibleRelation(name: string): string
}

const under = (alias: string, column: string): string => `${alias}.${quoteIdentifier(column)}`

const hiddenIds = (statement: Statement, relation: string): string =>
  `(select h.id from ${statement.fullRelation(relation)} h except select v.id from ${statement.visibleRelation(relation)} v)`

type OneCondition<Kind extends RowCondition['kind']> = Extract<RowCondition, { readonly kind: Kind }>

const compileShown = (
  statement: Statement,
  alias: string,
  { column, key, relations }: OneCondition<'shown'>,
  isList: boolean,
): string => {
  const named = key === undefined ? under(alias, column) : `${under(alias, column)} ->> '${key.replaceAll("'", "''")}'`
  const is = isList ? `any ((${named})::pg_catalog._text)` : `(${named})::pg_catalog.text`
  const tests = relations.map(
    (relation) =>
      `not exists (select from ${hiddenIds(statement, relation)} gone where gone.id::pg_catalog.text = ${is})`,
  )
  return `(${tests.join(' and ')})`
}

const compileWithin = (statement: Statement, alias: string, { column, relation }: OneCondition<'within'>): string => {
  const rows = statement.schema.relations.get(relation)?.rows
  const granted = rows === undefined ? '' : ` where ${compileRowCondition(statement, 'w', rows)}`
  return `${under(alias, column)} in (select w.id from ${statement.visibleRelation(relation)} as w${granted})`
}

export const compileRowCondition = (
  statement: Statement,
  alias: string,
  condition: RowCondition,
  isList: (column: string) => boolean = () => false,
): string => {
  switch (condition.kind) {
    case 'all':
    case 'any': {
      const members = condition.of.map((member) => compileRowCondition(statement, alias, member, isList))
      if (members.length === 0) return condition.kind === 'all' ? 'true' : 'false'
      return `(${members.join(condition.kind === 'all' ? ' and ' : ' or ')})`
    }
    case 'in':
    case 'notIn': {
      const isIn = `coalesce(${under(alias, condition.column)} = any (${statement.bindIds(condition.ids)}), false)`
      return condition.kind === 'in' ? isIn : `not ${isIn}`
    }
    case 'within':
      return compileWithin(statement, alias, condition)
    case 'shown':
      return compileShown(statement, alias, condition, isList(condition.column))
    default:
      return 'false'
  }
}
