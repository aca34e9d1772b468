import { z } from 'zod'
import { DockerEngine } from '#relay/backend/clients/servers/docker-engine.ts'
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

const inspectedAtOnce = 8

const listed = z.array(z.looseObject({ Id: z.string() }))
const volumes = z.looseObject({ Volumes: z.array(volumeSchema).nullish() })

export const docker: ScraperType<DockerSpec> = {
  key: 'docker',
  spec,
  defaultType: 'Docker',
  describeEndpoint: ({ socket }) => `Docker engine at ${socket}`,
  async *scrape({ socket }, { signal }): AsyncGenerator<Found> {
    const engine = new DockerEngine(socket, signal)
    try {
      const host = await engine.ask('/info', hostSchema)
      if (host === undefined) throw new Error(`${socket} is not the socket of a Docker engine`)
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
