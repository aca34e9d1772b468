import { z } from 'zod'
import type { FoundItem } from '#relay/backend/scrapers/scraper-kind.ts'

const labels = z
  .record(z.string(), z.string())
  .nullish()
  .transform((value) => value ?? {})
const texts = z
  .array(z.string())
  .nullish()
  .transform((value) => value ?? [])

export const hostSchema = z.looseObject({
  ID: z.string().min(1),
  Name: z.string(),
  ServerVersion: z.string().optional(),
  OperatingSystem: z.string().optional(),
  KernelVersion: z.string().optional(),
  Architecture: z.string().optional(),
  Driver: z.string().optional(),
  NCPU: z.number().optional(),
  MemTotal: z.number().optional(),
})
export type DockerHost = z.infer<typeof hostSchema>

export const networkSchema = z.looseObject({
  Id: z.string(),
  Name: z.string(),
  Created: z.string().optional(),
  Driver: z.string().optional(),
  Scope: z.string().optional(),
  Internal: z.boolean().optional(),
  IPAM: z.unknown().optional(),
  Labels: labels,
})
export const volumeSchema = z.looseObject({
  Name: z.string(),
  Driver: z.string().optional(),
  Mountpoint: z.string().optional(),
  Scope: z.string().optional(),
  CreatedAt: z.string().optional(),
  Labels: labels,
})
export const imageSchema = z.looseObject({
  Id: z.string(),
  RepoTags: texts,
  RepoDigests: texts,
  Created: z.number().optional(),
  Size: z.number().optional(),
  Labels: labels,
})

/** Omits container counts and usage, which change constantly. */
export const hostItem = (host: DockerHost): FoundItem => ({
  kind: 'item',
  config: {
    name: host.Name,
    version: host.ServerVersion,
    operatingSystem: host.OperatingSystem,
    kernel: host.KernelVersion,
    architecture: host.Architecture,
    storageDriver: host.Driver,
    processors: host.NCPU,
    memoryBytes: host.MemTotal,
  },
  known: {
    type: 'Docker::Host',
    id: host.ID,
    name: host.Name,
    configClass: 'Host',
    health: 'healthy',
    status: 'Running',
  },
})

export const hostReference = ({ ID: id }: DockerHost) => ({ type: 'Docker::Host', id })
/** Volume names are unique per host only. */
export const volumeReference = (name: string, { ID: id }: DockerHost) => ({
  type: 'Docker::Volume',
  id: `${id}/${name}`,
})
const ofHost = (host: DockerHost) => ({
  source: host.Name,
  links: [{ kind: 'parent', to: hostReference(host) } as const],
})

export const networkItem = (network: z.infer<typeof networkSchema>, host: DockerHost): FoundItem => ({
  kind: 'item',
  config: {
    name: network.Name,
    driver: network.Driver,
    scope: network.Scope,
    internal: network.Internal,
    addresses: network.IPAM,
  },
  known: {
    type: 'Docker::Network',
    id: network.Id,
    name: network.Name,
    configClass: 'Network',
    labels: network.Labels,
    createdAt: network.Created,
    ...ofHost(host),
  },
})

export const volumeItem = (volume: z.infer<typeof volumeSchema>, host: DockerHost): FoundItem => ({
  kind: 'item',
  config: { name: volume.Name, driver: volume.Driver, mountpoint: volume.Mountpoint, scope: volume.Scope },
  known: {
    ...volumeReference(volume.Name, host),
    name: volume.Name,
    configClass: 'Volume',
    labels: volume.Labels,
    createdAt: volume.CreatedAt,
    ...ofHost(host),
  },
})

const none = '<none>:<none>'

export const imageItem = (image: z.infer<typeof imageSchema>, host: DockerHost): FoundItem => {
  const tags = image.RepoTags.filter((tag) => tag !== none)
  return {
    kind: 'item',
    config: { id: image.Id, tags, digests: image.RepoDigests, sizeBytes: image.Size },
    known: {
      type: 'Docker::Image',
      id: image.Id,
      aliases: tags,
      name: tags[0] ?? image.Id.replace(/^sha256:/, '').slice(0, 12),
      configClass: 'Image',
      labels: image.Labels,
      createdAt: image.Created === undefined ? undefined : new Date(image.Created * 1_000).toISOString(),
      ...ofHost(host),
    },
  }
}
