import type { Logic, Query } from '#relay/backend/data-api/query/ast.ts'
import { parseQuery, type Parameters } from '#relay/backend/data-api/query/parse-query.ts'

interface Asked {
  readonly parameters: Parameters
  readonly ownRows: readonly Logic[]
}

/** A request's query, and that its rows must be those which the person may have to do with. Throws PGRST100. */
export const readQuery = ({ parameters, ownRows }: Asked, options: { readonly call?: boolean } = {}): Query => {
  const query = parseQuery(parameters, options)
  return { ...query, filters: [...query.filters, ...ownRows.map((value) => ({ path: [], value }))] }
}
