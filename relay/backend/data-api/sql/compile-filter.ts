import { unknownArray } from '#relay/backend/data-api/api-error.ts'
import type {
  Filter,
  Logic,
  Operation,
  PlainOperator,
  QuantifiedOperator,
  TextSearchOperator,
} from '#relay/backend/data-api/query/ast.ts'
import { compileField, type Expression, type Source } from '#relay/backend/data-api/sql/compile-field.ts'
import type { Type } from '#relay/backend/data-api/schema/schema.ts'
import type { Statement } from '#relay/backend/data-api/sql/statement.ts'

const plainSql: Record<PlainOperator, string> = {
  neq: '<>',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}
const quantifiedSql: Record<QuantifiedOperator, string> = {
  eq: '=',
  gte: '>=',
  gt: '>',
  lte: '<=',
  lt: '<',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
}
const searchSql: Record<TextSearchOperator, string> = {
  fts: 'pg_catalog.to_tsquery',
  plfts: 'pg_catalog.plainto_tsquery',
  phfts: 'pg_catalog.phraseto_tsquery',
  wfts: 'pg_catalog.websearch_to_tsquery',
}
const containers = new Set(['jsonb', 'tsquery', 'hstore', 'ltree'])
const canContain = ({ category, name }: Type): boolean => /[ARG]/.test(category) || containers.has(name)

const isWildcard = (operator: QuantifiedOperator): boolean => operator === 'like' || operator === 'ilike'
const isPattern = (operator: QuantifiedOperator): boolean =>
  isWildcard(operator) || operator === 'match' || operator === 'imatch'

const compileQuantified = (
  statement: Statement,
  { sql, type }: Expression,
  { operator, quantifier, value: input }: Extract<Operation, { kind: 'quantified' }>,
): string => {
  const value = isWildcard(operator) ? input.replaceAll('*', '%') : input
  const valueType = isPattern(operator) ? statement.type('text') : type
  if (quantifier === undefined) return `${sql} ${quantifiedSql[operator]} ${statement.bind(value, valueType)}`
  const list =
    valueType === undefined
      ? 'pg_catalog._text'
      : (valueType.arraySql ?? statement.unknownName(unknownArray(valueType.name)))
  return `${sql} ${quantifiedSql[operator]} ${quantifier} (${statement.bind(value, undefined)}::${list})`
}

const compileOperation = (statement: Statement, expression: Expression, operation: Operation): string => {
  const { sql, type } = expression
  switch (operation.kind) {
    case 'is':
      return `${sql} is ${operation.value}`
    case 'in': {
      const list = type ?? statement.type('text')
      return list === undefined ? 'false' : `${sql} = any (${statement.bindList(operation.values, list)})`
    }
    case 'isdistinct':
      return `${sql} is distinct from ${statement.bind(operation.value, type)}`
    case 'textSearch': {
      const language =
        operation.language === undefined ? '' : `${statement.bind(operation.language, statement.type('regconfig'))}, `
      return `${sql} @@ ${searchSql[operation.operator]}(${language}${statement.bind(operation.value, undefined)})`
    }
    case 'plain':
      // `anyelement <@ anyrange` makes PostgreSQL reject a containee of another type as ambiguous (42725).
      if (operation.operator === 'cd' && type !== undefined && !canContain(type)) return `${sql} <@ null`
      return `${sql} ${plainSql[operation.operator]} ${statement.bind(operation.value, type)}`
    default:
      return compileQuantified(statement, expression, operation)
  }
}

export type EmbedTest = (name: string) => string | undefined

const compileOne = (statement: Statement, source: Source, filter: Filter, embedIsEmpty: EmbedTest): string => {
  const { field, not, operation } = filter
  const isNull = operation.kind === 'is' && operation.value === 'null'
  const empty = isNull && field.path.length === 0 ? embedIsEmpty(field.name) : undefined
  const condition = empty ?? compileOperation(statement, compileField(statement, source, field), operation)
  return not ? `not (${condition})` : `(${condition})`
}

export const compileLogic = (statement: Statement, source: Source, logic: Logic, embedIsEmpty: EmbedTest): string => {
  if (logic.kind === 'filter') return compileOne(statement, source, logic, embedIsEmpty)
  const members = logic.members.map((member) => compileLogic(statement, source, member, embedIsEmpty))
  return `${logic.not ? 'not ' : ''}(${members.join(logic.kind === 'or' ? ' or ' : ' and ')})`
}
