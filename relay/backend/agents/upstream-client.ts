import { request } from 'undici'
import { pushRoute, type Push, type PushResponse } from '#shared/agents/agent-routes.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { redactUrl } from '#relay/config/redact-url.ts'
import { maskSealed } from '#relay/backend/secrets/sealed-text.ts'
import { ServiceError } from '#relay/backend/clients/http/json-service.ts'
import { timeLimit } from '#relay/time-limit.ts'
import { parseJson } from '#shared/primitives/parse-json.ts'

export interface Upstream {
  readonly url: string
  readonly token: string
}

const responseTimeoutMs = 30_000
const maxErrorLength = 300

const formatError = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown error'
  if (error.name === 'TimeoutError') return `no response within ${responseTimeoutMs / 1_000} seconds`
  const { cause } = error
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message
}

const readErrorMessage = (text: string): string => {
  const body = parseJson(text)
  return isMap(body) && typeof body['error'] === 'string'
    ? body['error']
    : text.replaceAll(/\s+/g, ' ').slice(0, maxErrorLength)
}

/** Sealed secrets leave as `***`. */
export const pushUpstream = async (
  { url, token }: Upstream,
  push: Push,
  signal: AbortSignal,
): Promise<PushResponse> => {
  const address = redactUrl(url)
  let status: number
  let text: string
  const limit = timeLimit(responseTimeoutMs, signal)
  try {
    const response = await request(`${url}${pushRoute.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`token:${token}`).toString('base64')}`,
      },
      body: maskSealed(JSON.stringify(push)),
      signal: limit.signal,
    })
    status = response.statusCode
    text = await response.body.text()
  } catch (error) {
    throw new Error(`The upstream ${address} cannot be reached: ${formatError(error)}.`, { cause: error })
  } finally {
    limit.done()
  }
  if (status === 400 || status === 413) throw new ServiceError(status, readErrorMessage(text))
  if (status < 200 || status > 299)
    throw new Error(`The upstream ${address} responded with ${status}: ${readErrorMessage(text)}`)
  const read = pushRoute.response.safeParse(parseJson(text))
  if (!read.success) throw new Error(`${address} is not a console that accepts reports. Check UPSTREAM_URL.`)
  return read.data
}
