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

/** Which rows of a list are read. */
export interface Range {
  readonly offset: number
  readonly limit: number
}

/**
 * A list that the backend has, so many rows at a time. A row that another pushed to the next page meanwhile comes once. Rejects
 * as `read` does.
 */
export const listInPages = <R, P extends ListPage<R>>(
  limit: number,
  getKey: (row: R) => string,
  read: (range: Range, signal: AbortSignal) => Promise<P & ListPage<R>>,
): ((signal: AbortSignal) => AsyncIterable<P>) =>
  async function* (signal) {
    const returnedKeys = new Set<string>()
    for (let offset = 0; ; offset += limit) {
      signal.throwIfAborted()
      const page = await read({ offset, limit }, signal)
      yield { ...page, rows: page.rows.filter((row) => returnedKeys.size < returnedKeys.add(getKey(row)).size) }
      if (page.rows.length < limit) return
    }
  }
