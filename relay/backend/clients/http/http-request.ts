import type { Socket } from 'node:net'
import { Client, type Dispatcher } from 'undici'
import { Duration } from '#relay/backend/templates/duration.ts'
import { parseChallenges, type RequestSigner } from './challenge.ts'
import { findSoonest, listExpiries, type CertificateExpiry } from './certificate-expiry.ts'
import { decodeContent } from './decode-content.ts'
import { decodeText } from './decode-text.ts'
import { decodeHeader, nextAddress, readLocation } from './redirect-target.ts'
import { PhaseClock, type Timings } from './request-timings.ts'
import { normalizeResponseHead } from './response-head.ts'
import { trustingConnector, type TlsOptions } from './trusting-connector.ts'
import { canonicalHeaderName } from './header-name.ts'

const maxContentBytes = 4 * 1024 * 1024
const readMax = 16 * 1024 * 1024
const redirectsMax = 10
const challengeBytesMax = 1024 * 1024
const redirectCodes = new Set([301, 302, 303, 307, 308])
/** Of the first origin: its credentials and its name. */
const ownHeaders = new Set(['authorization', 'cookie', 'proxy-authorization', 'host'])

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
  /** Cookies that a redirect sets are sent with the requests after it. */
  readonly sendCookies?: boolean | undefined
  readonly bodyMax?: number
  readonly signer?: RequestSigner | undefined
  readonly signal: AbortSignal
}

export interface HttpResponse {
  readonly code: number
  readonly headers: Readonly<Record<string, string>>
  readonly content: string
  readonly bytes: number
  readonly cut: boolean
  readonly elapsed: Duration
  readonly timings: Timings
  /** Until the first of all certificates of all hosts of the redirect chain expires. */
  readonly sslAge: Duration | undefined
  readonly expiry: CertificateExpiry | undefined
  readonly redirects: readonly string[]
}

/** Credentials are not sent to another origin. */
export const httpRequest = async (request: HttpRequest): Promise<HttpResponse> => {
  const start = performance.now()
  const connections = new Connections(request)
  const stop = (): void => connections.stop()
  request.signal.addEventListener('abort', stop, { once: true })
  try {
    const cookies = request.sendCookies === true ? await createCookies() : undefined
    const redirects: string[] = []
    let { url, method, body } = request
    let headers = request.headers
    for (;;) {
      const hop = { method, body, headers: addCookie(headers, cookies?.read(url)) }
      const isOwn = new URL(url).origin === new URL(request.url).origin
      const response = await sendSigned(connections, url, hop, isOwn ? request.signer : undefined)
      cookies?.store(url, response.headers['set-cookie'])
      const target = redirectCodes.has(response.statusCode) ? readLocation(response.headers['location']) : undefined
      const follows =
        target !== undefined &&
        request.finalCodes?.includes(response.statusCode) !== true &&
        redirects.length < (request.maxRedirects ?? Number.POSITIVE_INFINITY)
      if (!follows) {
        const { bytes, ...read } = await readBody(
          decodeContent(response.body, response.headers['content-encoding']),
          request.bodyMax,
        )
        connections.endTransfer(response)
        const normalized = normalizeHeaders(response.headers)
        const expiry = findSoonest(connections.expiries)
        return {
          code: response.statusCode,
          headers: normalized,
          content: decodeText(read.content, normalized['Content-Type']),
          bytes,
          cut: read.cut,
          elapsed: new Duration(Math.round(performance.now() - start)),
          timings: connections.clock.read(),
          sslAge: expiry === undefined ? undefined : new Duration(expiry.expiresAt - Date.now()),
          expiry,
          redirects,
        }
      }
      response.body.on('error', () => undefined).destroy()
      const next = nextAddress(target, url)
      if (request.maxRedirects === undefined && redirects.length >= redirectsMax)
        throw new Error(`More than ${redirectsMax} redirects, the last to ${next.origin}${next.pathname}`)
      if (response.statusCode === 303 || (method === 'POST' && response.statusCode < 303)) {
        method = method === 'HEAD' ? 'HEAD' : 'GET'
        body = undefined
        headers = headers.filter(([name]) => !/^content-/i.test(name))
      }
      if (next.origin !== new URL(url).origin) headers = headers.filter(([name]) => !ownHeaders.has(name.toLowerCase()))
      url = next.href
      redirects.push(`${next.origin}${next.pathname}`)
    }
  } finally {
    request.signal.removeEventListener('abort', stop)
    await connections.close()
  }
}

const roundsMax = 3
/** One for all: undici makes an error with its stack for each client that ends without a reason. */
const ended = new Error('The request has ended.')

const sendSigned = async (
  connections: Connections,
  url: string,
  hop: HopRequest,
  signer: RequestSigner | undefined,
): Promise<Dispatcher.ResponseData> => {
  const signed = (await signer?.sign?.({ url, ...hop })) ?? []
  const answerTo = signer?.createAnswer?.()
  let response = await connections.send(url, { ...hop, headers: [...hop.headers, ...signed] })
  for (let round = 0; response.statusCode === 401 && round < roundsMax; round += 1) {
    const answer = answerTo?.(parseChallenges(response.headers['www-authenticate']), { url, ...hop })
    if (answer === undefined) break
    await response.body.dump({ limit: challengeBytesMax })
    response = await connections.send(url, { ...hop, headers: [...hop.headers, ['authorization', answer]] })
  }
  return response
}

interface HopRequest {
  readonly method: string
  readonly body: HttpRequest['body']
  readonly headers: HttpRequest['headers']
}

/** One connection per request unless the sign-in is of the connection, over HTTP/2 only where the server speaks nothing else. */
class Connections {
  readonly clock = new PhaseClock()
  readonly expiries: CertificateExpiry[] = []
  readonly #request: HttpRequest
  readonly #sockets = new Set<Socket>()
  readonly #clients: Client[] = []
  readonly #kept = new Map<string, Client>()
  #resetReason: Error | undefined
  /** Of TLS 1.3, where a client certificate is rejected after the handshake: undici only reports the end. */
  #alert: Error | undefined

  constructor(request: HttpRequest) {
    this.#request = request
  }

  async send(url: string, hop: HopRequest): Promise<Dispatcher.ResponseData> {
    try {
      return await this.#sendOver(url, hop, false)
    } catch (error) {
      if (this.#request.signal.aborted || !needsHttp2(url, hop.method, error)) throw this.#alert ?? error
      return await this.#sendOver(url, hop, true)
    }
  }

  async #sendOver(url: string, { method, body, headers }: HopRequest, allowH2: boolean) {
    this.clock.restart()
    this.#resetReason = undefined
    this.#alert = undefined
    const { origin, pathname, search } = new URL(url)
    const response = await this.#findClient(origin, allowH2).request({
      path: `${pathname}${search}`,
      method,
      headers: toSentHeaders(headers),
      body: body ?? null,
      signal: this.#request.signal,
    })
    this.clock.end('firstByte')
    return response
  }

  /** undici ends a body of unknown length without error when the server resets the connection. */
  endTransfer({ headers }: Dispatcher.ResponseData): void {
    this.clock.end('transfer')
    const hasEnd = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    if (!hasEnd && this.#resetReason !== undefined) throw this.#resetReason
  }

  #findClient(origin: string, allowH2: boolean): Client {
    if (this.#request.signer?.isOfConnection !== true) return this.#createClient(origin, allowH2)
    const client = this.#kept.get(origin) ?? this.#createClient(origin, allowH2)
    this.#kept.set(origin, client)
    return client
  }

  /** An agent would make a pool with a queue of 2,048 places for this one request. */
  #createClient(origin: string, allowH2: boolean): Client {
    const connect = trustingConnector(this.#request.tls, {
      allowH2,
      onPhaseEnd: (phase) => this.clock.end(phase),
      onSocket: (socket) => this.#watch(socket),
      onCertificate: (host, certificate) => this.expiries.push(...listExpiries(host, certificate)),
    })
    const client = new Client(origin, {
      connect: (options, callback) =>
        connect(options, (error, socket) => {
          if (error !== null || socket === null) return callback(error ?? new Error('no socket'), null)
          if (!('alpnProtocol' in socket && socket.alpnProtocol === 'h2')) normalizeResponseHead(socket)
          return callback(null, socket)
        }),
      allowH2,
      // At 0 the server is asked to close first, so that no port of the console waits a minute for late packets.
      pipelining: this.#request.signer?.isOfConnection === true ? 1 : 0,
      maxHeaderSize: 64 * 1024,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    this.#clients.push(client)
    return client
  }

  #watch(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET') this.#resetReason = error
      else if (error.code?.includes('_ALERT_') === true) this.#alert ??= error
    })
    if (this.#request.signal.aborted) socket.destroy()
  }

  stop(): void {
    for (const client of this.#clients) void client.destroy().catch(() => undefined)
    for (const socket of this.#sockets) socket.destroy()
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map(async (client) => client.destroy(ended).catch(() => undefined)))
    for (const socket of this.#sockets) socket.destroy()
  }
}

/**
 * The last one of each name. undici writes them as ISO-8859-1, and rejects the line break at the end of a text block of
 * YAML.
 */
const toSentHeaders = (headers: HttpRequest['headers']): Record<string, string> => {
  const sent = new Map(headers.map((header) => [header[0].toLowerCase(), header]))
  return Object.fromEntries(
    Array.from(sent.values(), ([name, value]) => [name, Buffer.from(value.trim()).toString('latin1')]),
  )
}

/** Servers without HTTP/1.1 reject its ALPN name, or accept the connection and respond in frames. */
const needsHttp2 = (url: string, method: string, error: unknown): boolean => {
  if (!url.startsWith('https:') || !(error instanceof Error)) return false
  if ('code' in error && String(error.code).endsWith('NO_APPLICATION_PROTOCOL')) return true
  return error.name === 'HTTPParserError' && (method === 'GET' || method === 'HEAD')
}

const createCookies = async () => {
  const { CookieJar } = await import('tough-cookie')
  const jar = new CookieJar(undefined, { looseMode: true, rejectPublicSuffixes: false })
  return {
    read: (url: string): string => jar.getCookieStringSync(url),
    store: (url: string, cookies: string | string[] | undefined): void => {
      for (const cookie of [cookies ?? []].flat()) jar.setCookieSync(cookie, url, { ignoreError: true })
    },
  }
}

const addCookie = (headers: HttpRequest['headers'], cookie = ''): HttpRequest['headers'] => {
  if (cookie === '') return headers
  const own = headers.find(([name]) => name.toLowerCase() === 'cookie')?.[1]
  const rest = headers.filter(([name]) => name.toLowerCase() !== 'cookie')
  return [...rest, ['cookie', own === undefined ? cookie : `${own}; ${cookie}`]]
}

const readBody = async (
  body: AsyncIterable<Buffer>,
  keep = maxContentBytes,
): Promise<{ content: Buffer; bytes: number; cut: boolean }> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    if (bytes < keep) chunks.push(chunk.subarray(0, keep - bytes))
    bytes += chunk.length
    if (bytes > Math.max(readMax, keep)) return { content: Buffer.concat(chunks), bytes, cut: true }
  }
  return { content: Buffer.concat(chunks), bytes, cut: bytes > keep }
}

const normalizeHeaders = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]): [string, string] => [
      canonicalHeaderName(name),
      [value ?? ''].flat().map(decodeHeader).join(', '),
    ]),
  )
