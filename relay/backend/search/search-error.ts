/** The messages are those of the production service. */
export class SearchError extends Error {
  constructor(message: string) {
    super(`error applying query model: ${message}`)
    this.name = 'SearchError'
  }
}

export const notSupported = (column: string, table: string): SearchError =>
  new SearchError(`query for column:${column} in table:${table} not supported`)
