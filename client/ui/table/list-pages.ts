/** Some rows of a list, and how many there are in all; null where nobody counts. */
export interface ListPage<R> {
  readonly rows: readonly R[]
  readonly total: number | null
}

/** A list page by page, in its order. `signal` ends the reading. */
export type ListPages<R> = (signal: AbortSignal) => AsyncIterable<ListPage<R>>

/** A list that the page has whole. */
export const wholeList = <R>(rows: readonly R[]): ListPages<R> =>
  async function* () {
    yield { rows, total: rows.length }
  }

/**
 * A list that the backend has, so many rows at a time. A row that another pushed to the next page meanwhile comes once. Rejects
 * as `read` does.
 */
export const listInPages = <R>(
  limit: number,
  keyOf: (row: R) => string,
  read: (page: { readonly offset: number; readonly limit: number }, signal: AbortSignal) => Promise<ListPage<R>>,
): ListPages<R> =>
  async function* (signal) {
    const given = new Set<string>()
    for (let offset = 0; ; offset += limit) {
      signal.throwIfAborted()
      const { rows, total } = await read({ offset, limit }, signal)
      yield { rows: rows.filter((row) => given.size < given.add(keyOf(row)).size), total }
      if (rows.length < limit) return
    }
  }
