import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { localAgent } from '#shared/agents/local-agent.ts'
import { findRow } from '#client/api/data-api.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { nullableText } from '#shared/primitives/row-values.ts'
import { idList } from '#client/api/list-query.ts'

const agentSchema = z.object({
  id: z.string(),
  name: z.string(),
  hostname: nullableText,
  last_seen: nullableText,
  last_received: nullableText,
  deleted_at: nullableText,
})

export const isFromAgent = (agentId: string | null | undefined): agentId is string =>
  agentId != null && agentId !== '' && agentId !== localAgent

export const agentQuery = (agentId: string | null | undefined) =>
  queryOptions({
    queryKey: ['agents', agentId, 'named'],
    queryFn: async ({ signal }) => {
      const select = 'id,name,hostname,last_seen,last_received,deleted_at'
      return findRow('agents', {
        row: agentSchema,
        query: { select, id: idList(isFromAgent(agentId) ? [agentId] : []) },
        signal,
      })
    },
    enabled: isFromAgent(agentId) && hasOwnBackend(),
    staleTime: 15_000,
    refetchInterval: 15_000,
    meta: { failsAloud: true },
  })
