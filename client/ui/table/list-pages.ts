export interface ListPage<R> {
  readonly rows: readonly R[]
  readonly total: number | null
}

export type ListPages<R> = (signal: AbortSignal) => AsyncIterable<ListPage<R>>

export const wholeList = <R>(rows: readonly R[]): ListPages<R> =>
  async function* () {
    yield { rows, total: rows.length }
  }

export interface Range {
  readonly offset: number
  readonly limit: number
}

/** A row that moves to the next page meanwhile is returned once. */
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
