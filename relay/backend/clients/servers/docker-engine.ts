import type { Readable } from 'node:stream'
import { Agent } from 'undici'
import { z } from 'zod'
import { parseBoundedJson, findBoundedJson } from '#shared/primitives/bounded-json.ts'

const maxResponseBytes = 32 * 1024 * 1024

export const dockerSocket = '/var/run/docker.sock'

const errorBody = z.looseObject({ message: z.string() })

interface EngineRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
}

/** The address is the path of a socket, with or without `unix://`, or `tcp://host:port`. */
export class DockerEngine {
  readonly #agent: Agent
  readonly #origin: string
  readonly #signal: AbortSignal

  constructor(address: string, signal: AbortSignal) {
    const isRemote = /^(?:tcp|http):\/\//.test(address)
    this.#origin = isRemote ? address.replace(/^tcp:/, 'http:').replace(/\/+$/, '') : 'http://docker'
    this.#agent = new Agent({
      ...(!isRemote && { connect: { socketPath: address.replace(/^unix:\/\//, '') } }),
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    this.#signal = signal
  }

  async ask<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
    const body = await this.stream(path)
    if (body === undefined) return undefined
    const read = schema.safeParse(parseJson(await readText(body, path), path))
    if (!read.success) throw new Error(`The Docker engine returned an invalid response for ${path}`)
    return read.data
  }

  /** Destroy the stream unless it is read to its end. */
  async stream(path: string, { method = 'GET', headers = {} }: EngineRequest = {}): Promise<Readable | undefined> {
    const { statusCode, body } = await this.#agent.request({
      origin: this.#origin,
      path,
      method,
      headers,
      signal: this.#signal,
    })
    if (statusCode === 200) return body
    if (statusCode === 404 && method === 'GET') {
      await body.dump()
      return undefined
    }
    const message = readMessage(await readText(body, path))
    throw new Error(`The Docker engine returned ${statusCode}${message ?? ` for ${path}`}`)
  }

  async close(): Promise<void> {
    await this.#agent.destroy().catch(() => undefined)
  }
}

const readText = async (body: Readable, path: string): Promise<string> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxResponseBytes)
      throw new Error(`The Docker engine returned more than ${maxResponseBytes / 1024 / 1024} MB for ${path}`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const parseJson = (text: string, path: string): unknown => {
  try {
    return parseBoundedJson(text)
  } catch {
    throw new Error(`The Docker engine returned no JSON for ${path}`)
  }
}

const readMessage = (text: string): string | undefined => {
  const { data } = errorBody.safeParse(findBoundedJson(text))
  return data === undefined ? undefined : `: ${data.message}`
}
