import { invalid, type HttpError } from '#relay/errors/http-error.ts'

/** The messages are those of the production service. */
export const searchError = (message: string): HttpError => invalid(`error applying query model: ${message}`)

export const notSupported = (column: string, table: string): HttpError =>
  searchError(`query for column:${column} in table:${table} not supported`)
