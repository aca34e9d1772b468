import { z } from 'zod'
import { findDataApiOutage } from '#shared/primitives/data-api-outage.ts'
import type { TextResponse } from '#relay/proxy/fetch-remote.ts'

export const dataApiProbePath = '/api/db/checks?select=id&limit=1'

type DataApiState =
  | { readonly kind: 'up' }
  | { readonly kind: 'down'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }

export type DataApiCredential = 'relay' | 'none' | 'people'

const down = (reason: string): DataApiState => ({ kind: 'down', reason })
const unknown = (reason: string): DataApiState => ({ kind: 'unknown', reason })

const errorSchema = z.object({ code: z.string() })

const errorCodeIn = (body: string): string => {
  try {
    return errorSchema.safeParse(JSON.parse(body)).data?.code ?? ''
  } catch {
    return ''
  }
}

// The backend authenticates from PostgreSQL: while it is down, a valid credential gets the same 401 as a wrong one.
const unauthorized: Readonly<Record<DataApiCredential, DataApiState>> = {
  relay: down(
    'The backend rejected the credential of BACKEND_URL (401). It is wrong, or PostgreSQL behind the backend is down.',
  ),
  none: down('The backend requires authentication (401). Set user and password in BACKEND_URL.'),
  people: unknown(
    'The backend requires a session, and BACKEND_URL has no credential with which the relay could check it.',
  ),
}

/** Response bodies stay out of the reason: `/readyz` is public. */
export const parseDataApiState = (
  { status, body }: Pick<TextResponse, 'status' | 'body'>,
  credential: DataApiCredential,
): DataApiState => {
  if (status >= 200 && status < 300) return { kind: 'up' }
  const code = errorCodeIn(body)
  const outage = findDataApiOutage({ path: dataApiProbePath, status, code })
  if (outage === 'PostgreSQL') return down(`PostgreSQL behind the backend is down (${status} ${code}).`)
  if (status === 502) return down('PostgREST behind the backend is unreachable (502).')
  if (status >= 500) return down(`Responded with status ${status}.`)
  if (status === 401) return unauthorized[credential]
  if (status === 403) return unknown('The backend does not allow the relay to read checks (403).')
  if (status === 404) return down('The backend has no data API (404). Check BACKEND_URL.')
  return unknown(`Responded with status ${status}.`)
}

export interface ObservedDataApi {
  readonly observe: (path: string, status: number) => void
  readonly state: () => DataApiState | undefined
}

/** Short: while `/readyz` is 503 no requests may arrive that could show the recovery. */
const observedForMs = 60_000

export const createObservedDataApi = (now: () => number = Date.now): ObservedDataApi => {
  let last: { readonly state: DataApiState; readonly atMs: number } | undefined
  return {
    observe: (path, status) => {
      if (!path.startsWith('/api/db/')) return
      const isUp = status >= 200 && status < 300
      // Other errors are of single requests and say nothing about the data API.
      if (!isUp && status !== 502 && status !== 503) return
      last = { state: isUp ? { kind: 'up' } : down(`Requests fail with status ${status}.`), atMs: now() }
    },
    state: () => (last !== undefined && now() - last.atMs < observedForMs ? last.state : undefined),
  }
}
