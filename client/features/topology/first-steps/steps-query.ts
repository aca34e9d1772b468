import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { listRows } from '#client/api/data-api.ts'
import { consoleNamespace, sampleNamespace } from './own-namespaces.ts'

const notOwn = `(namespace.is.null,namespace.not.in.(${consoleNamespace},${sampleNamespace}))`
const everyMs = 5_000

const counted = {
  people: { email: 'not.is.null' },
  notifications: {},
  playbooks: {},
  connections: {},
  topologies: { or: notOwn },
  config_scrapers: { or: notOwn },
} as const
export type CountedTable = keyof typeof counted

export const countQuery = (table: CountedTable, enabled: boolean) =>
  queryOptions({
    queryKey: ['first-steps', 'count', table],
    queryFn: async ({ signal }) => {
      const query = { select: 'id', deleted_at: 'is.null', limit: 1, ...counted[table] }
      return (await listRows(table, { row: z.unknown(), query, signal })).total
    },
    enabled,
    refetchInterval: everyMs,
  })
