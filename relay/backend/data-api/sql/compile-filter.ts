import type {
  Filter,
  Logic,
  Operation,
  PlainOperator,
  QuantifiedOperator,
  TextSearchOperator,
} from '#relay/backend/data-api/query/ast.ts'
import { compileField, type Source } from '#relay/backend/data-api/sql/compile-field.ts'
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
const numberPattern = String.raw`^[+-]?(\d{1,100}(\.\d{0,100})?|\.\d{1,100})([eE][+-]?\d{1,3})?$`
const valuesSql = {
  map: (sql: string) => `pg_catalog.jsonb_each_text(${sql}) as member`,
  list: (sql: string) => `pg_catalog.unnest(${sql}) as member (value)`,
} as const
const isWildcard = (operator: QuantifiedOperator): boolean => operator === 'like' || operator === 'ilike'
const compileOperation = (statement: Statement, sql: string, operation: Operation): string => {
  switch (operation.kind) {
    case 'is':
      return `${sql} is ${operation.value}`
    case 'in':
      return `${sql} = any (${statement.bindInferredList(operation.values)})`
    case 'isdistinct':
      return `${sql} is distinct from ${statement.bindInferred(operation.value)}`
    case 'hasValue':
      return `exists (select from ${valuesSql[operation.of](sql)} where member.value ilike ${statement.bindInferred(operation.pattern.replaceAll('*', '%'))})`
    case 'hasProperty': {
      const text = statement.bindInferred(operation.pattern.replaceAll('*', '%'))
      const named =
        operation.name === undefined ? '' : ` and member.value ->> 'name' = ${statement.bindInferred(operation.name)}`
      return `exists (select from pg_catalog.jsonb_array_elements(case pg_catalog.jsonb_typeof(${sql}) when 'array' then ${sql} end) as member where member.value ->> 'text' ilike ${text}${named})`
    }
    case 'compares':
      return `case when ${sql} ~ '${numberPattern}' then ${sql}::pg_catalog.numeric ${quantifiedSql[operation.operator]} ${statement.bind(String(operation.value), statement.type('numeric'))} end`
    case 'textSearch': {
      const language = operation.language === undefined ? '' : `${statement.bindInferred(operation.language)}, `
      return `${sql} @@ ${searchSql[operation.operator]}(${language}${statement.bindInferred(operation.value)})`
    }
    case 'plain':
      return `${sql} ${plainSql[operation.operator]} ${statement.bindInferred(operation.value)}`
    default: {
      const { operator, quantifier, value: input } = operation
      const value = statement.bindInferred(isWildcard(operator) ? input.replaceAll('*', '%') : input)
      return `${sql} ${quantifiedSql[operator]} ${quantifier === undefined ? value : `${quantifier} (${value})`}`
    }
  }
}

type EmbedTest = (name: string) => string | undefined

const compileOne = (statement: Statement, source: Source, filter: Filter, embedIsEmpty: EmbedTest): string => {
  const { field, not, operation } = filter
  const isNull = operation.kind === 'is' && operation.value === 'null'
  const empty = isNull && field.path.length === 0 ? embedIsEmpty(field.name) : undefined
  const condition = empty ?? compileOperation(statement, compileField(statement, source, field).sql, operation)
  return not ? `not (${condition})` : `(${condition})`
}

export const compileLogic = (statement: Statement, source: Source, logic: Logic, embedIsEmpty: EmbedTest): string => {
  if (logic.kind === 'filter') return compileOne(statement, source, logic, embedIsEmpty)
  const members = logic.members.map((member) => compileLogic(statement, source, member, embedIsEmpty))
  return `${logic.not ? 'not ' : ''}(${members.join(logic.kind === 'or' ? ' or ' : ' and ')})`
}
