import { request } from 'undici'
import { parseTotal } from '#shared/primitives/content-range.ts'
import { toBackendUrl, type BackendAddress } from '#relay/proxy/backend-address.ts'
import { cookiesNamed, isSessionCookie } from '#relay/proxy/cookies.ts'
import { readAgain } from '#relay/proxy/read-again.ts'
import { createMissingColumns, type MissingColumns } from '#relay/proxy/missing-columns.ts'

export interface TextResponse {
  readonly status: number
  readonly body: string
  readonly total: number | null
  readonly lacks?: { readonly action: string; readonly object: string } | undefined
}

interface FetchOptions {
  readonly missingColumns?: MissingColumns
  /** Session of the person for whom the relay asks; undefined for the relay itself. */
  readonly findCookie?: () => string | undefined
}

export const fetchRemote = (
  address: BackendAddress,
  { missingColumns = createMissingColumns(), findCookie = () => undefined }: FetchOptions = {},
) => {
  const toCredentials = () => {
    const cookie = cookiesNamed(findCookie(), isSessionCookie)
    if (cookie !== undefined) return { cookie }
    return address.credential === undefined ? {} : { authorization: address.credential }
  }
  const get = async (path: string, signal: AbortSignal, counted: boolean): Promise<TextResponse> => {
    const { statusCode, headers, body } = await request(toBackendUrl(address, path), {
      signal,
      headers: {
        accept: 'application/json',
        ...(counted && { prefer: 'count=exact' }),
        ...toCredentials(),
      },
    })
    const { 'content-range': range, 'x-rbac-action': action, 'x-rbac-object': object } = headers
    const lacks = typeof action === 'string' && typeof object === 'string' ? { action, object } : undefined
    const total = parseTotal(typeof range === 'string' ? range : null)
    return { status: statusCode, body: await body.text(), total, lacks }
  }
  return (path: string, signal: AbortSignal, counted = false): Promise<TextResponse> =>
    missingColumns(path, (requestedPath) => readAgain(() => get(requestedPath, signal, counted)))
}
