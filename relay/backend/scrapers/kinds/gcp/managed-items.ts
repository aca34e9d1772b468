import { z } from 'zod'
import type { Health } from '#relay/backend/catalog/scraped-item.ts'
import { pagesOf, pageSchema, type Ask } from './gcp-api.ts'
import { gcpItem, resourceSchema, uses, within, type GcpPart } from './gcp-item.ts'

const text = z.string().nullish()
const maxResults = 500

const bucket = resourceSchema.extend({ location: text, timeCreated: text })
const bucketPage = pageSchema.extend({ items: z.array(bucket).nullish() })
const buckets: GcpPart = {
  type: 'GCP::Bucket',
  asset: 'storage.googleapis.com/Bucket',
  items: async function* (api) {
    const ask: Ask = (page) => api.storage.buckets.list({ project: api.project, maxResults, ...page })
    for await (const { items } of pagesOf('buckets', ask, bucketPage))
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
const healthOfCluster: Readonly<Record<string, Health>> = {
  RUNNING: 'healthy',
  ERROR: 'unhealthy',
  DEGRADED: 'unhealthy',
  PROVISIONING: 'unknown',
}
const clusters: GcpPart = {
  type: 'GCP::GKECluster',
  asset: 'container.googleapis.com/Cluster',
  items: async function* (api) {
    const parent = `projects/${api.project}/locations/-`
    const ask: Ask = (page) => api.container.projects.locations.clusters.list({ parent, ...page })
    for await (const { clusters: some, missingZones: missing } of pagesOf('clusters', ask, clusterPage)) {
      if (missing != null && missing.length > 0)
        yield { kind: 'fault', reason: `GCP::GKECluster: nothing was told of ${missing.join(', ')}.` }
      for (const one of some ?? []) {
        // How one signs in to it, and how many nodes it has at this moment.
        const { masterAuth: _auth, currentNodeCount: _nodes, ...config } = one
        yield gcpItem(
          api,
          one,
          {
            type: 'GCP::GKECluster',
            location: one.location,
            health: healthOfCluster[one.status ?? ''] ?? 'warning',
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
  warnings: z.array(z.looseObject({ message: z.string().catch('something could not be read') })).nullish(),
})
const healthOfDatabase: Readonly<Record<string, Health>> = {
  RUNNABLE: 'healthy',
  FAILED: 'unhealthy',
  PENDING_CREATE: 'unknown',
}
const databases: GcpPart = {
  type: 'GCP::SQLInstance',
  asset: 'sqladmin.googleapis.com/Instance',
  items: async function* (api) {
    const ask: Ask = (page) => api.sqladmin.instances.list({ project: api.project, maxResults, ...page })
    for await (const { items, warnings } of pagesOf('databases', ask, databasePage)) {
      for (const { message } of warnings ?? [])
        yield { kind: 'fault', reason: `GCP::SQLInstance: ${message.replace(/\.$/, '')}.` }
      for (const one of items ?? []) {
        const { serverCaCert: _certificate, ...config } = one
        yield gcpItem(
          api,
          one,
          {
            type: 'GCP::SQLInstance',
            location: one.region,
            status: one.state,
            health: healthOfDatabase[one.state ?? ''] ?? 'warning',
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

/** Buckets, clusters of Kubernetes and databases that Google runs. */
export const managedParts: readonly GcpPart[] = [buckets, clusters, databases]
