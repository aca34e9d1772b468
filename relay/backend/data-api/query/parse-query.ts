import type { At, Query } from '#relay/backend/data-api/query/ast.ts'
import { beyond, bounds, refuseBeyondBounds } from '#relay/backend/data-api/query/bounds.ts'
import { parseFilterParameter, parseLogicParameter } from '#relay/backend/data-api/query/parse-filter.ts'
import { parseOrder } from '#relay/backend/data-api/query/parse-order.ts'
import { parseSelect } from '#relay/backend/data-api/query/parse-select.ts'
import { Scanner } from '#relay/backend/data-api/query/scanner.ts'

export type Parameters = readonly (readonly [key: string, value: string])[]

/** As PostgREST splits a query: `;` separates like `&`, and a key without `=` is ignored. */
export const readParameters = (queryString: string): Parameters => {
  const parameters = queryString.split(/[&;]/).filter((parameter) => parameter.includes('='))
  return [...new URLSearchParams(parameters.join('&'))]
}

const parseNames = (description: string, text: string): string[] => {
  const scanner = new Scanner(description, text)
  const names = [scanner.expectName()]
  while (scanner.takeLexeme(',')) names.push(scanner.expectName())
  return names
}

const parseKey = (key: string): string[] => new Scanner('tree path', key).names()

const parseInteger = (text: string): number | undefined => (/^\s*-?\d{1,300}\s*$/.test(text) ? Number(text) : undefined)

/**
 * Per path, the first `select` and `order` and the last `limit` and `offset` count; all filters apply.
 * With `call`, a value without an operator is a function argument. Throws PGRST100.
 */
export const parseQuery = (parameters: Parameters, { call = false }: { call?: boolean } = {}): Query => {
  if (parameters.length > bounds.parameters) throw beyond(`${parameters.length} parameters`, bounds.parameters)
  const first = (name: string) => parameters.find(([key]) => key === name)?.[1]
  const selected = first('select')
  const columns = first('columns')
  const onConflict = first('on_conflict')
  const query = {
    select: selected === undefined ? [{ kind: 'all' } as const] : parseSelect(selected),
    filters: [] as Query['filters'][number][],
    orders: [] as Query['orders'][number][],
    limits: [] as At<number | undefined>[],
    offsets: [] as At<number | undefined>[],
    columns: columns === undefined ? undefined : parseNames('columns parameter', columns),
    onConflict: onConflict === undefined ? undefined : parseNames('on_conflict parameter', onConflict),
    arguments: [] as Query['arguments'][number][],
  }
  // PostgREST puts logic before filters, so the first error of a condition is found in the same order.
  const logic: Query['filters'][number][] = []
  const ordered = new Set<string>()
  for (const [key, value] of parameters) {
    const last = key.slice(key.lastIndexOf('.') + 1)
    if (['select', 'columns', 'on_conflict'].includes(key)) continue
    if (last === 'and' || last === 'or') logic.push(parseLogicParameter(key, value))
    else if (last === 'order') {
      const terms = parseOrder(value)
      if (!ordered.has(key)) query.orders.push({ path: parseKey(key).slice(0, -1), value: terms })
      ordered.add(key)
    } else if (last === 'limit' || last === 'offset') {
      const path = parseKey(key).slice(0, -1)
      if (path.length > 0 || key === last) query[`${last}s`].push({ path, value: parseInteger(value) })
    } else {
      const filter = parseFilterParameter(key, value, call)
      if (filter === undefined) query.arguments.push([parseKey(key).at(-1) ?? '', value])
      else query.filters.push(filter)
    }
  }
  query.filters.unshift(...logic)
  refuseBeyondBounds(query)
  return query
}
