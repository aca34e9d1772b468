import type { Field, Logic, OrderTerm, Query, SelectItem } from '#relay/backend/data-api/query/ast.ts'

export const shownAs = (field: Field, alias: string): SelectItem => ({
  kind: 'field',
  field,
  alias,
  cast: undefined,
  aggregate: undefined,
  aggregateCast: undefined,
})

export const orderedBy = (field: Field, isDescending = false): OrderTerm => ({
  embed: undefined,
  field,
  direction: isDescending ? 'desc' : 'asc',
  nulls: undefined,
})

export const createQuery = (select: readonly SelectItem[], where: Logic, order: readonly OrderTerm[]): Query => ({
  select,
  filters: [{ path: [], value: where }],
  orders: [{ path: [], value: order }],
  limits: [],
  offsets: [],
  columns: undefined,
  onConflict: undefined,
  arguments: [],
})
