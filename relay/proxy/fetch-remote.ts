import { request } from 'undici'
import { backendUrlOf, type BackendAddress } from '#relay/proxy/backend-address.ts'

export interface TextAnswer {
  readonly status: number
  readonly body: string
}

/** Asks a remote backend with GET for a path below `/api`. Rejects when it cannot be reached. */
export const fetchRemote =
  (address: BackendAddress) =>
  async (path: string, signal: AbortSignal): Promise<TextAnswer> => {
    const { statusCode, body } = await request(backendUrlOf(address, path), {
      signal,
      headers: {
        accept: 'application/json',
        ...(address.credential === undefined ? {} : { authorization: address.credential }),
      },
    })
    return { status: statusCode, body: await body.text() }
  }
