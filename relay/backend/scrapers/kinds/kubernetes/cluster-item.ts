import type { FoundItem } from '#relay/backend/scrapers/scraper-kind.ts'

const type = 'Kubernetes::Cluster'

export const clusterReference = (cluster: string) => ({ type, id: `Kubernetes/Cluster/${cluster}` })

export const clusterItem = (cluster: string, server: string, version: unknown): FoundItem => ({
  kind: 'item',
  config: { name: cluster, server, version },
  known: {
    ...clusterReference(cluster),
    name: cluster,
    configClass: 'Cluster',
    health: 'healthy',
    status: 'Reachable',
    tags: { cluster },
    source: server,
  },
})
