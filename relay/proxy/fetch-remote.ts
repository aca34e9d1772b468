import { request } from 'undici'
import { parseTotal } from '#shared/primitives/content-range.ts'
import { toBackendUrl, type BackendAddress } from '#relay/proxy/backend-address.ts'
import { createMissingColumns, type MissingColumns } from '#relay/proxy/missing-columns.ts'

export interface TextResponse {
  readonly status: number
  readonly body: string
  /** How many rows match without the limit, where that was asked for and is known. */
  readonly total: number | null
}

/**
 * Asks a remote backend with GET for a path below `/api`, with the total of a list where that is wanted, without the columns
 * that it is known to lack. Rejects when it cannot be reached.
 */
export const fetchRemote = (address: BackendAddress, missingColumns: MissingColumns = createMissingColumns()) => {
  const get = async (path: string, signal: AbortSignal, counted: boolean): Promise<TextResponse> => {
    const { statusCode, headers, body } = await request(toBackendUrl(address, path), {
      signal,
      headers: {
        accept: 'application/json',
        ...(counted && { prefer: 'count=exact' }),
        ...(address.credential === undefined ? {} : { authorization: address.credential }),
      },
    })
    const range = headers['content-range']
    return { status: statusCode, body: await body.text(), total: parseTotal(typeof range === 'string' ? range : null) }
  }
  return (path: string, signal: AbortSignal, counted = false): Promise<TextResponse> =>
    missingColumns(path, (requestedPath) => get(requestedPath, signal, counted))
}
