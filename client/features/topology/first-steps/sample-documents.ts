import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { listRows, softDeleteRows, insertRows } from '#client/api/data-api.ts'
import { sampleNamespace } from './own-namespaces.ts'

const labels = { 'quarterdeck.sample': 'true' }
const isSample = { labels: `cs.${JSON.stringify(labels)}` }
const selectCheck = (name: string) => [{ selector: { scope: `${sampleNamespace}/sample-shop`, name } }]

/** They reach only this console, so that they run offline. */
const documents = {
  canaries: {
    name: 'sample-shop',
    spec: {
      schedule: '@every 30s',
      http: [
        {
          name: 'sample storefront',
          description: 'Succeeds: this console responds.',
          connection: 'connection://console/healthz',
          responseCodes: [200],
        },
        {
          name: 'sample payment',
          description: 'Fails on purpose: expects code 503 and gets 200.',
          connection: 'connection://console/healthz',
          responseCodes: [503],
        },
      ],
      dns: [
        {
          name: 'sample name resolution',
          description: 'Succeeds: this machine resolves localhost.',
          query: 'localhost',
          querytype: 'A',
          minrecords: 1,
        },
      ],
    },
  },
  topologies: {
    name: 'sample-shop',
    spec: {
      schedule: '@every 30s',
      components: [
        {
          name: 'Sample shop',
          type: 'Application',
          icon: 'application',
          components: [
            { name: 'Storefront', type: 'Service', icon: 'server', checks: selectCheck('sample storefront') },
            { name: 'Payment', type: 'Service', icon: 'server', checks: selectCheck('sample payment') },
            { name: 'Network', type: 'Service', icon: 'network', checks: selectCheck('sample name resolution') },
          ],
        },
      ],
    },
  },
} as const

const tables = ['canaries', 'topologies'] as const

export const samplesKey = ['first-steps', 'samples'] as const

export const samplesQuery = queryOptions({
  queryKey: samplesKey,
  queryFn: async ({ signal }) => {
    const query = { select: 'id', deleted_at: 'is.null', limit: 1, ...isSample }
    const found = await Promise.all(tables.map((table) => listRows(table, { row: z.unknown(), query, signal })))
    return found.some(({ rows }) => rows.length > 0)
  },
})

export const addSamples = async (personId: string): Promise<void> => {
  const common = {
    namespace: sampleNamespace,
    labels,
    source: 'UI',
    created_by: personId || undefined,
  }
  for (const table of tables) await insertRows(table, { ...documents[table], ...common })
}

export const removeSamples = async (): Promise<void> => {
  for (const table of tables) await softDeleteRows(table, { ...isSample, deleted_at: 'is.null' })
}
