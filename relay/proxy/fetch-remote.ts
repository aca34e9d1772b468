import { request } from 'undici'
import { parseTotal } from '#shared/primitives/content-range.ts'
import { toBackendUrl, type BackendAddress } from '#relay/proxy/backend-address.ts'
import { createMissingColumns, type MissingColumns } from '#relay/proxy/missing-columns.ts'

export interface TextResponse {
  readonly status: number
  readonly body: string
  readonly total: number | null
}

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
