import type { OrderTerm } from '#relay/backend/data-api/query/ast.ts'

export const whereSql = (conditions: readonly string[]): string =>
  conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''

const orderSql = { asc: ' asc', desc: ' desc', nullsfirst: ' nulls first', nullslast: ' nulls last' } as const

export const directionSql = ({ direction, nulls }: OrderTerm): string =>
  (direction === undefined ? '' : orderSql[direction]) + (nulls === undefined ? '' : orderSql[nulls])
