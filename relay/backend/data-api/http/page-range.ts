import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { Query } from '#relay/backend/data-api/query/ast.ts'

interface PageRange {
  readonly offset: number
  readonly limit: number
}

const notSatisfiable = (details: string, headers: Record<string, string> = {}): DataApiError =>
  new DataApiError(416, 'PGRST103', 'Requested range not satisfiable', { details, headers })

const atRoot = (values: Query['limits']) => values.findLast(({ path }) => path.length === 0)

/** The `Range` header counts rows (`0-24`). Throws PGRST103 for an empty range; a range up to row -1 is allowed. */
export const pageRange = (query: Query, rangeHeader: string | undefined, maxRows: number): PageRange => {
  const limit = atRoot(query.limits)
  const offset = atRoot(query.offsets)
  let lower = Math.max(0, offset?.value ?? 0)
  let upper = Number.POSITIVE_INFINITY
  // PostgREST: an invalid limit beside an offset counts as 0, alone as none.
  if (limit !== undefined && (limit.value !== undefined || offset !== undefined))
    upper = (offset?.value ?? 0) + (limit.value ?? 0) - 1
  if (upper === -1) return { offset: 0, limit: 0 }
  // `offset + limit - 1` is exact only up to 2^53.
  if (upper !== Number.POSITIVE_INFINITY && (limit?.value ?? 0) < 1) upper = Number.NEGATIVE_INFINITY
  const header = /^(\d{1,15})-(\d{0,15})$/.exec(rangeHeader ?? '')
  if (header !== null) {
    const from = Number(header[1])
    const to = header[2] === '' ? Number.POSITIVE_INFINITY : Number(header[2])
    if (from > to) {
      throw notSatisfiable('The lower boundary must be lower than or equal to the upper boundary in the Range header.')
    }
    lower = Math.max(lower, from)
    upper = Math.min(upper, to)
  }
  if (upper < lower) throw notSatisfiable('Limit should be greater than or equal to zero.')
  return { offset: lower, limit: Math.min(upper - lower + 1, maxRows) }
}

export const contentRange = (offset: number, count: number, total: number | null): string =>
  `${count === 0 || total === 0 ? '*' : `${offset}-${offset + count - 1}`}/${total ?? '*'}`

export const pageStatus = (
  offset: number,
  count: number,
  total: number | null,
  headers: Record<string, string>,
): number => {
  if (total === null) return 200
  if (offset > total) {
    const details = `An offset of ${offset} was requested, but there are only ${total} rows.`
    throw notSatisfiable(details, { ...headers, 'content-range': `*/${total}` })
  }
  return count < total ? 206 : 200
}
