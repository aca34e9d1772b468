import type { Readable } from 'node:stream'
import { Agent, WebSocket, type Dispatcher } from 'undici'
import { z } from 'zod'
import { parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import { trustingConnector } from '#relay/backend/clients/http/trusting-connector.ts'
import type { ClusterAccess } from './kubeconfig.ts'

/**
 * With the status of the response: 200 where it cannot be read, 413 where it is larger than the relay reads. Scrapers and logs
 * report a denied kind or pod and read the others.
 */
export class ClusterError extends Error {
  readonly code: number

  constructor(code: number, reason: string) {
    super(reason)
    this.code = code
  }
}

export const isRejection = (error: unknown): error is ClusterError => error instanceof ClusterError && error.code >= 400

/** Other parts of the cluster can still be read. */
export const isPartialError = (error: unknown): error is ClusterError =>
  error instanceof ClusterError && error.code !== 401

const maxResponseBytes = 16 * 1024 * 1024
const connectMs = 10_000
const watchSeconds = 300
/** A watch always ends after watchSeconds, so longer silence means that the connection is lost. */
const watchIdleMs = (watchSeconds + 30) * 1_000

const statusSchema = z.looseObject({ message: z.string().optional(), reason: z.string().optional() })

const readText = async (body: Readable): Promise<string> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxResponseBytes)
      throw new ClusterError(413, `A response is larger than ${maxResponseBytes / 1024 / 1024} MB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const formatRejection = (code: number, body: string): string => {
  let detail: string | undefined
  try {
    const { message, reason } = statusSchema.parse(parseBoundedJson(body))
    detail = message ?? reason
  } catch {
    // A proxy in front of the API returns pages of its own.
  }
  const summary = code === 401 ? 'Authentication failed (401)' : `The cluster returned ${code}`
  return detail === undefined ? summary : `${summary}: ${detail.slice(0, 300)}`
}

/** Connections stay open until `close`. */
export class KubernetesApi {
  readonly #access: ClusterAccess
  readonly #agent: Agent
  #unfinished: Promise<unknown> | undefined

  constructor(access: ClusterAccess) {
    this.#access = access
    const connect = trustingConnector({ ...access.tls, connectMs })
    this.#agent = new Agent({ connect, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 })
  }

  async json(path: string, signal: AbortSignal): Promise<unknown> {
    const body = await readText(await this.#ask(path, signal))
    try {
      return parseBoundedJson(body)
    } catch (error) {
      throw error instanceof SyntaxError ? new ClusterError(200, 'The response is not JSON') : error
    }
  }

  async *watch(path: string, signal: AbortSignal): AsyncGenerator {
    const stream = await this.#ask(
      `${path}&watch=true&allowWatchBookmarks=true&timeoutSeconds=${watchSeconds}`,
      signal,
      watchIdleMs,
    )
    stream.setEncoding('utf8')
    let rest = ''
    for await (const chunk of stream as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > maxResponseBytes) throw new ClusterError(413, 'A change is larger than 16 MB')
      for (const line of lines) {
        if (line.trim() === '') continue
        let event: unknown
        try {
          event = parseBoundedJson(line)
        } catch {
          throw new ClusterError(200, 'A change is not JSON')
        }
        yield event
      }
    }
  }

  /** Destroy the stream unless it is read to its end. */
  async stream(path: string, signal: AbortSignal): Promise<Readable> {
    return this.#ask(path, signal)
  }

  async openSocket(path: string, protocol: string): Promise<WebSocket> {
    const { server } = this.#access
    const authorization = await this.#signIn()
    const base = server.replace(/\/+$/, '').replace(/^http/, 'ws')
    return new WebSocket(`${base}${path}`, {
      protocols: [protocol],
      dispatcher: this.#agent,
      headers: authorization === undefined ? {} : { authorization },
    })
  }

  async #signIn(): Promise<string | undefined> {
    const { authorization } = this.#access
    return typeof authorization === 'function' ? authorization() : authorization
  }

  /** `close` returns at once then, and connections stay open until this work has ended. */
  closeAfter(work: Promise<unknown>): void {
    this.#unfinished = Promise.allSettled([this.#unfinished, work])
  }

  async close(): Promise<void> {
    const closed = (this.#unfinished ?? Promise.resolve())
      .then(async () => this.#agent.destroy())
      .catch(() => undefined)
    if (this.#unfinished === undefined) await closed
  }

  /** Resolves for every status code. */
  async send(
    method: Dispatcher.HttpMethod,
    path: string,
    signal: AbortSignal,
    json?: object,
  ): Promise<{ readonly code: number; readonly text: string }> {
    const { statusCode, body } = await this.#request(method, path, { signal, json })
    return { code: statusCode, text: await readText(body) }
  }

  /** Rejects when the cluster does not create the object. */
  async create(path: string, object: object, signal: AbortSignal): Promise<void> {
    const { code, text } = await this.send('POST', path, signal, object)
    if (code !== 200 && code !== 201 && code !== 202) throw new ClusterError(code, formatRejection(code, text))
  }

  /** Creates the object, or changes the given fields of an existing one. */
  async apply(path: string, object: object, signal: AbortSignal): Promise<void> {
    const { code, text } = await this.send('PATCH', `${path}?fieldManager=quarterdeck&force=true`, signal, object)
    if (code !== 200 && code !== 201) throw new ClusterError(code, formatRejection(code, text))
  }

  /** An object that is already gone is no error. */
  async delete(path: string, signal: AbortSignal): Promise<void> {
    const { code, text } = await this.send('DELETE', path, signal)
    if (code !== 200 && code !== 202 && code !== 404) throw new ClusterError(code, formatRejection(code, text))
  }

  async #ask(path: string, signal: AbortSignal, idleTimeoutMs = 0): Promise<Readable> {
    const { statusCode, body } = await this.#request('GET', path, { signal, idleTimeoutMs })
    if (statusCode === 200) return body
    throw new ClusterError(statusCode, formatRejection(statusCode, await readText(body)))
  }

  async #request(
    method: Dispatcher.HttpMethod,
    path: string,
    {
      signal,
      idleTimeoutMs = 0,
      json,
    }: { readonly signal: AbortSignal; readonly idleTimeoutMs?: number; readonly json?: object | undefined },
  ) {
    const { server } = this.#access
    const authorization = await this.#signIn()
    const { origin, pathname } = new URL(server)
    return this.#agent.request({
      origin,
      path: `${pathname === '/' ? '' : pathname}${path}`,
      method,
      headers: {
        'user-agent': 'quarterdeck',
        accept: 'application/json',
        ...(json !== undefined && {
          'content-type': method === 'PATCH' ? 'application/apply-patch+yaml' : 'application/json',
        }),
        ...(authorization !== undefined && { authorization }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      signal,
      headersTimeout: idleTimeoutMs,
      bodyTimeout: idleTimeoutMs,
    })
  }
}
