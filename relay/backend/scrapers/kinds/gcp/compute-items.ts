import { z } from 'zod'
import type { Health } from '#relay/backend/catalog/scraped-item.ts'
import type { FoundItem } from '#relay/backend/scrapers/scraper-kind.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import { listPages, pageSchema, type GcpApi } from './gcp-api.ts'
import { gcpItem, lastSegment, resourceSchema, uses, within, type GcpPart } from './gcp-item.ts'

const text = z.string().nullish()
const params = { maxResults: 500 }
const addressIn = ({ project }: GcpApi) =>
  `https://compute.googleapis.com/compute/v1/projects/${encodeURIComponent(project)}`

const network = resourceSchema
const subnetwork = resourceSchema.extend({ network: text, region: text, state: text })
const disk = resourceSchema.extend({ zone: text, region: text })
const instance = resourceSchema.extend({
  zone: text,
  metadata: z.looseObject({ items: z.array(z.looseObject({ key: z.string() })).nullish() }).nullish(),
  disks: z.array(z.looseObject({ source: text })).nullish(),
  networkInterfaces: z.array(z.looseObject({ network: text, subnetwork: text })).nullish(),
})

/** Listed per zone and region; an unreachable one is an error of its own. */
const createPart = <Resource>(
  { type, asset, list }: Pick<GcpPart, 'type' | 'asset'> & { readonly list: 'subnetworks' | 'disks' | 'instances' },
  schema: z.ZodType<Resource>,
  toItem: (resource: Resource, api: GcpApi) => FoundItem,
): GcpPart => {
  const scopesPage = pageSchema.extend({
    items: z
      .record(
        z.string(),
        z.looseObject({
          warning: z.looseObject({ code: z.string(), message: z.string().catch('') }).optional(),
        }),
      )
      .nullish(),
  })
  const resources = z.array(schema).nullish()
  return {
    type,
    asset,
    items: async function* (api) {
      const url = `${addressIn(api)}/aggregated/${list}`
      for await (const { items } of listPages(api, list, { url, params }, scopesPage))
        for (const [scope, found] of Object.entries(items ?? {})) {
          const { warning } = found
          const read = resources.safeParse(found[list])
          if (!read.success) yield { kind: 'error', reason: `${type} in ${scope} cannot be read.` }
          else if (warning !== undefined && warning.code !== 'NO_RESULTS_ON_PAGE')
            yield {
              kind: 'error',
              reason: `${type} in ${scope}: ${(warning.message || warning.code).replace(/\.$/, '')}.`,
            }
          for (const resource of read.data ?? []) yield toItem(resource, api)
        }
    },
  }
}

const networkPage = pageSchema.extend({ items: z.array(network).nullish() })
const networks: GcpPart = {
  type: 'GCP::Network',
  asset: 'compute.googleapis.com/Network',
  items: async function* (api) {
    const url = `${addressIn(api)}/global/networks`
    for await (const { items } of listPages(api, 'networks', { url, params }, networkPage))
      for (const one of items ?? []) yield gcpItem(api, one, { type: 'GCP::Network', links: within(api) })
  },
}

const toDiskHealth = (status: string | null | undefined): Health | null =>
  status === 'READY' ? 'healthy' : status === 'FAILED' ? 'unhealthy' : null

const toInstanceHealth = (status: string | null | undefined): Health | null => {
  if (status === 'RUNNING') return 'healthy'
  return status === 'REPAIRING' ? 'warning' : null
}

const instanceItem = (one: z.infer<typeof instance>, api: GcpApi): FoundItem => {
  const interfaces = one.networkInterfaces ?? []
  const [first, ...others] = interfaces
  // Security: instance metadata may contain scripts and keys.
  const metadata = (one.metadata?.items ?? []).map(({ key }) => `${key}=${maskedSecret}`)
  return gcpItem(
    api,
    one,
    {
      type: 'GCP::Instance',
      location: lastSegment(one.zone),
      health: toInstanceHealth(one.status),
      links: [
        ...within(api, first?.subnetwork, first?.network),
        ...uses([
          ...(one.disks ?? []).map(({ source }) => source),
          ...others.map(({ network: net, subnetwork: subnet }) => subnet ?? net),
        ]),
      ],
    },
    { ...one, metadata },
  )
}

export const computeParts: readonly GcpPart[] = [
  networks,
  createPart(
    { type: 'GCP::Subnetwork', asset: 'compute.googleapis.com/Subnetwork', list: 'subnetworks' },
    subnetwork,
    (one, api) =>
      gcpItem(api, one, {
        type: 'GCP::Subnetwork',
        location: lastSegment(one.region),
        status: one.state,
        links: within(api, one.network),
      }),
  ),
  createPart({ type: 'GCP::Disk', asset: 'compute.googleapis.com/Disk', list: 'disks' }, disk, (one, api) =>
    gcpItem(api, one, {
      type: 'GCP::Disk',
      location: lastSegment(one.zone ?? one.region),
      health: toDiskHealth(one.status),
      links: within(api),
    }),
  ),
  createPart(
    { type: 'GCP::Instance', asset: 'compute.googleapis.com/Instance', list: 'instances' },
    instance,
    instanceItem,
  ),
]
