import type { Readable } from 'node:stream'
import { Agent } from 'undici'
import type { z } from 'zod'
import { parseBoundedJson } from '#shared/primitives/bounded-json.ts'

const maxResponseBytes = 32 * 1024 * 1024

export class DockerEngine {
  readonly #agent: Agent
  readonly #signal: AbortSignal

  constructor(socket: string, signal: AbortSignal) {
    this.#agent = new Agent({ connect: { socketPath: socket }, headersTimeout: 0, bodyTimeout: 0 })
    this.#signal = signal
  }

  async ask<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
    const body = await this.stream(path)
    if (body === undefined) return undefined
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxResponseBytes)
        throw new Error(`The Docker engine returned more than ${maxResponseBytes / 1024 / 1024} MB for ${path}`)
      chunks.push(chunk)
    }
    let json: unknown
    try {
      json = parseBoundedJson(Buffer.concat(chunks).toString())
    } catch {
      throw new Error(`The Docker engine returned no JSON for ${path}`)
    }
    const read = schema.safeParse(json)
    if (!read.success) throw new Error(`The Docker engine returned an invalid response for ${path}`)
    return read.data
  }

  /** Destroy the stream unless it is read to its end. */
  async stream(path: string): Promise<Readable | undefined> {
    const { statusCode, body } = await this.#agent.request({
      origin: 'http://docker',
      path,
      method: 'GET',
      signal: this.#signal,
    })
    if (statusCode === 200) return body
    await body.dump()
    if (statusCode === 404) return undefined
    throw new Error(`The Docker engine returned ${statusCode} for ${path}`)
  }

  async close(): Promise<void> {
    await this.#agent.destroy().catch(() => undefined)
  }
}
