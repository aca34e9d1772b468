import type { PeerCertificate } from 'node:tls'
import { Agent } from 'undici'
import { Duration } from '#relay/backend/templates/duration.ts'
import { decodeContent } from './decode-content.ts'
import { trustingConnector, type TlsOptions } from './trusting-connector.ts'

const maxContentBytes = 4 * 1024 * 1024
const readMax = 16 * 1024 * 1024
const redirectsMax = 10
const redirectCodes = new Set([301, 302, 303, 307, 308])
const secretHeaders = new Set(['authorization', 'cookie', 'proxy-authorization'])

export interface HttpRequest {
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: string | Uint8Array | undefined
  readonly tls: TlsOptions
  /** These codes are returned; redirects among them are not followed. */
  readonly finalCodes?: readonly number[]
  /** The redirect after these is returned. Without it, more than ten redirects are an error. */
  readonly maxRedirects?: number | undefined
  readonly bodyMax?: number
  readonly signal: AbortSignal
}

export interface HttpResponse {
  readonly code: number
  readonly headers: Readonly<Record<string, string>>
  readonly content: string
  readonly bytes: number
  readonly cut: boolean
  readonly elapsed: Duration
  readonly sslAge: Duration | undefined
  readonly redirects: readonly string[]
}

/** Credentials are not sent to another origin. */
export const httpRequest = async (request: HttpRequest): Promise<HttpResponse> => {
  const start = performance.now()
  let certificate: PeerCertificate | undefined
  const agent = new Agent({
    connect: trustingConnector(request.tls, (seen) => {
      certificate = seen
    }),
    pipelining: 0,
    maxHeaderSize: 64 * 1024,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const stop = (): void => void agent.destroy().catch(() => undefined)
  request.signal.addEventListener('abort', stop, { once: true })
  try {
    const redirects: string[] = []
    let { url, method, body } = request
    let headers = request.headers
    for (;;) {
      const response = await agent.request({
        origin: new URL(url).origin,
        path: `${new URL(url).pathname}${new URL(url).search}`,
        method,
        headers: Object.fromEntries(headers),
        body: body ?? null,
        signal: request.signal,
      })
      const location = response.headers['location']
      const target = typeof location === 'string' ? location : undefined
      const follows =
        redirectCodes.has(response.statusCode) &&
        target !== undefined &&
        request.finalCodes?.includes(response.statusCode) !== true &&
        redirects.length < (request.maxRedirects ?? Number.POSITIVE_INFINITY)
      const { content, bytes, cut } = await readBody(
        decodeContent(response.body, response.headers['content-encoding']),
        request.bodyMax,
      )
      if (!follows) {
        return {
          code: response.statusCode,
          headers: normalizeHeaders(response.headers),
          content,
          bytes,
          cut,
          elapsed: new Duration(Math.round(performance.now() - start)),
          sslAge: certificate === undefined ? undefined : timeUntilExpiry(certificate),
          redirects,
        }
      }
      const next = nextAddress(target, url)
      if (request.maxRedirects === undefined && redirects.length >= redirectsMax)
        throw new Error(`More than ${redirectsMax} redirects, the last to ${next.origin}${next.pathname}`)
      if (response.statusCode === 303 || (method === 'POST' && response.statusCode < 303)) {
        method = method === 'HEAD' ? 'HEAD' : 'GET'
        body = undefined
        headers = headers.filter(([name]) => !/^content-/i.test(name))
      }
      if (next.origin !== new URL(url).origin)
        headers = headers.filter(([name]) => !secretHeaders.has(name.toLowerCase()))
      url = next.href
      redirects.push(`${next.origin}${next.pathname}`)
    }
  } finally {
    request.signal.removeEventListener('abort', stop)
    await agent.destroy().catch(() => undefined)
  }
}

const nextAddress = (location: string, from: string): URL => {
  const address = decodeLocation(location)
  if (!URL.canParse(address, from)) throw new Error('Redirect to an invalid address')
  const next = new URL(address, from)
  if (next.protocol !== 'http:' && next.protocol !== 'https:')
    throw new Error(`Redirect to ${next.protocol}, which is not HTTP`)
  return next
}

/** Headers are read as ISO-8859-1, while most servers send UTF-8. */
const decodeLocation = (location: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(location, 'latin1'))
  } catch {
    return location
  }
}

const timeUntilExpiry = (certificate: PeerCertificate): Duration | undefined => {
  const end = Date.parse(certificate.valid_to)
  return Number.isNaN(end) ? undefined : new Duration(end - Date.now())
}

const readBody = async (
  body: AsyncIterable<Buffer>,
  keep = maxContentBytes,
): Promise<{ content: string; bytes: number; cut: boolean }> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    if (bytes < keep) chunks.push(chunk.subarray(0, keep - bytes))
    bytes += chunk.length
    if (bytes > Math.max(readMax, keep)) return { content: Buffer.concat(chunks).toString(), bytes, cut: true }
  }
  return { content: Buffer.concat(chunks).toString(), bytes, cut: bytes > keep }
}

const normalizeHeaders = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]): [string, string] => [
      name.replaceAll(/(?:^|-)[a-z]/g, (match) => match.toUpperCase()),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
