import { Agent } from 'undici'
import { z } from 'zod'
import { parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import type { Found, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { containerItem, containerSchema } from './docker/container-item.ts'
import {
  hostItem,
  hostSchema,
  imageItem,
  imageSchema,
  networkItem,
  networkSchema,
  volumeItem,
  volumeSchema,
} from './docker/engine-items.ts'

const spec = z.strictObject({
  socket: z.string().startsWith('/', 'must be the path of a socket').default('/var/run/docker.sock'),
})
type DockerSpec = z.infer<typeof spec>

const answerMax = 32 * 1024 * 1024
const inspectedAtOnce = 8

class Engine {
  readonly #agent: Agent
  readonly #signal: AbortSignal

  constructor(socket: string, signal: AbortSignal) {
    this.#agent = new Agent({ connect: { socketPath: socket }, headersTimeout: 0, bodyTimeout: 0 })
    this.#signal = signal
  }

  /** An answer of the engine; undefined for what is not there any more. Rejects with a sentence for everything else. */
  async ask<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
    const { statusCode, body } = await this.#agent.request({
      origin: 'http://docker',
      path,
      method: 'GET',
      signal: this.#signal,
    })
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > answerMax) throw new Error(`Its answer to ${path} is larger than ${answerMax / 1024 / 1024} MB`)
      chunks.push(chunk)
    }
    if (statusCode === 404) return undefined
    if (statusCode !== 200) throw new Error(`The Docker engine answered ${statusCode} to ${path}`)
    let json: unknown
    try {
      json = parseBoundedJson(Buffer.concat(chunks).toString())
    } catch {
      throw new Error(`The Docker engine answered no JSON to ${path}`)
    }
    const read = schema.safeParse(json)
    if (!read.success) throw new Error(`The Docker engine answered something else than was asked to ${path}`)
    return read.data
  }

  async close(): Promise<void> {
    await this.#agent.destroy().catch(() => undefined)
  }
}

const listed = z.array(z.looseObject({ Id: z.string() }))
const volumes = z.looseObject({ Volumes: z.array(volumeSchema).nullish() })

/** What a Docker engine has: itself, its containers, images, networks and volumes, and what uses what. */
export const docker: ScraperType<DockerSpec> = {
  key: 'docker',
  spec,
  defaultType: 'Docker',
  endpointOf: ({ socket }) => `The Docker engine at ${socket}`,
  async *scrape({ socket }, { signal }): AsyncGenerator<Found> {
    const engine = new Engine(socket, signal)
    try {
      const host = await engine.ask('/info', hostSchema)
      if (host === undefined) throw new Error(`${socket} is no socket of a Docker engine`)
      yield hostItem(host)
      for (const network of (await engine.ask('/networks', z.array(networkSchema))) ?? [])
        yield networkItem(network, host)
      for (const volume of (await engine.ask('/volumes', volumes))?.Volumes ?? []) yield volumeItem(volume, host)
      for (const image of (await engine.ask('/images/json', z.array(imageSchema))) ?? []) yield imageItem(image, host)
      const containers = (await engine.ask('/containers/json?all=true', listed)) ?? []
      for (let from = 0; from < containers.length; from += inspectedAtOnce) {
        const some = await Promise.all(
          containers
            .slice(from, from + inspectedAtOnce)
            .map(({ Id: id }) => engine.ask(`/containers/${encodeURIComponent(id)}/json`, containerSchema)),
        )
        for (const container of some) if (container !== undefined) yield containerItem(container, host)
      }
    } finally {
      await engine.close()
    }
  },
}
