import { z } from 'zod'
import type { Health } from '#relay/backend/catalog/scraped-item.ts'
import { listPages, pageSchema } from './gcp-api.ts'
import { gcpItem, resourceSchema, uses, within, type GcpPart } from './gcp-item.ts'

const text = z.string().nullish()
const maxResults = 500

const bucket = resourceSchema.extend({ location: text, timeCreated: text })
const bucketPage = pageSchema.extend({ items: z.array(bucket).nullish() })
const buckets: GcpPart = {
  type: 'GCP::Bucket',
  asset: 'storage.googleapis.com/Bucket',
  items: async function* (api) {
    const list = { url: 'https://storage.googleapis.com/storage/v1/b', params: { project: api.project, maxResults } }
    for await (const { items } of listPages(api, 'buckets', list, bucketPage))
      for (const one of items ?? [])
        yield gcpItem(api, one, {
          type: 'GCP::Bucket',
          location: one.location?.toLowerCase(),
          createdAt: one.timeCreated,
          links: within(api),
        })
  },
}

const cluster = resourceSchema.extend({
  location: text,
  createTime: text,
  resourceLabels: z.record(z.string(), z.string()).nullish(),
  networkConfig: z.looseObject({ network: text, subnetwork: text }).nullish(),
})
const clusterPage = pageSchema.extend({
  clusters: z.array(cluster).nullish(),
  missingZones: z.array(z.string()).nullish(),
})
const clusterHealth: Readonly<Record<string, Health>> = {
  RUNNING: 'healthy',
  ERROR: 'unhealthy',
  DEGRADED: 'unhealthy',
  PROVISIONING: 'unknown',
}
const clusters: GcpPart = {
  type: 'GCP::GKECluster',
  asset: 'container.googleapis.com/Cluster',
  items: async function* (api) {
    const project = encodeURIComponent(api.project)
    const url = `https://container.googleapis.com/v1/projects/${project}/locations/-/clusters`
    for await (const { clusters: some, missingZones: missing } of listPages(api, 'clusters', { url }, clusterPage)) {
      if (missing != null && missing.length > 0)
        yield { kind: 'error', reason: `GCP::GKECluster: no data for ${missing.join(', ')}.` }
      for (const one of some ?? []) {
        // Security: omits credentials. The node count changes constantly.
        const { masterAuth: _auth, currentNodeCount: _nodes, ...config } = one
        yield gcpItem(
          api,
          one,
          {
            type: 'GCP::GKECluster',
            location: one.location,
            health: clusterHealth[one.status ?? ''] ?? 'warning',
            labels: one.resourceLabels ?? {},
            createdAt: one.createTime,
            links: [...within(api, one.networkConfig?.network), ...uses([one.networkConfig?.subnetwork])],
          },
          config,
        )
      }
    }
  },
}

const database = resourceSchema.extend({
  state: text,
  region: text,
  createTime: text,
  settings: z
    .looseObject({
      userLabels: z.record(z.string(), z.string()).nullish(),
      ipConfiguration: z.looseObject({ privateNetwork: text }).nullish(),
    })
    .nullish(),
})
const databasePage = pageSchema.extend({
  items: z.array(database).nullish(),
  warnings: z.array(z.looseObject({ message: z.string().catch('incomplete response') })).nullish(),
})
const databaseHealth: Readonly<Record<string, Health>> = {
  RUNNABLE: 'healthy',
  FAILED: 'unhealthy',
  PENDING_CREATE: 'unknown',
}
const databases: GcpPart = {
  type: 'GCP::SQLInstance',
  asset: 'sqladmin.googleapis.com/Instance',
  items: async function* (api) {
    const url = `https://sqladmin.googleapis.com/v1/projects/${encodeURIComponent(api.project)}/instances`
    for await (const { items, warnings } of listPages(
      api,
      'databases',
      { url, params: { maxResults } },
      databasePage,
    )) {
      for (const { message } of warnings ?? [])
        yield { kind: 'error', reason: `GCP::SQLInstance: ${message.replace(/\.$/, '')}.` }
      for (const one of items ?? []) {
        const { serverCaCert: _certificate, ...config } = one
        yield gcpItem(
          api,
          one,
          {
            type: 'GCP::SQLInstance',
            location: one.region,
            status: one.state,
            health: databaseHealth[one.state ?? ''] ?? 'warning',
            labels: one.settings?.userLabels ?? {},
            createdAt: one.createTime,
            links: [...within(api), ...uses([one.settings?.ipConfiguration?.privateNetwork])],
          },
          config,
        )
      }
    }
  },
}

export const managedParts: readonly GcpPart[] = [buckets, clusters, databases]
