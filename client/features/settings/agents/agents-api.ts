import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { generateAgentRoute, renewTokenRoute, tokenByNameRoute, upstreamRoute } from '#shared/agents/agent-routes.ts'
import type { AgentNamed, IssuedToken } from '#machines/settings/agent-dialog-machine.ts'
import { call } from '#client/api/call.ts'
import { listRows, updateRows } from '#client/api/data-api.ts'
import { isBackendEmbedded } from '#client/domain/identity/user-accounts.ts'

const toIssuedToken = (response: {
  readonly access_token: string
  readonly expires_at?: string | undefined
}): IssuedToken => ({
  token: response.access_token,
  expiresAt: response.expires_at ?? null,
})

export const generateAgent = async ({ name, properties }: AgentNamed): Promise<IssuedToken> =>
  toIssuedToken(await call(generateAgentRoute, { body: { name, properties } }))

export const renewToken = async ({ id, name }: { readonly id: string; readonly name: string }): Promise<IssuedToken> =>
  toIssuedToken(
    await (isBackendEmbedded()
      ? call(renewTokenRoute, { params: { id }, body: undefined })
      : call(tokenByNameRoute, { body: { AgentName: name } })),
  )

/** `cleanup` also deletes the resources that the agent reported. */
export const deleteAgent = (id: string, cleanup: boolean): Promise<void> =>
  updateRows('agents', { id: `eq.${id}` }, { deleted_at: 'now()', ...(cleanup && { cleanup }) })

export const upstreamQuery = queryOptions({
  queryKey: ['upstream'],
  queryFn: ({ signal }) => call(upstreamRoute, { signal }),
  refetchInterval: 5_000,
  meta: { failsAloud: true },
})

const reportedSchema = z.object({ id: z.string(), name: z.string() })
const listedMax = 50
const reportedKinds = [
  { kind: 'Canary', table: 'canaries' },
  { kind: 'Scraper', table: 'config_scrapers' },
  { kind: 'Topology', table: 'topologies' },
] as const

export const reportedQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['agents', agentId, 'reported'],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        reportedKinds.map(async ({ kind, table }) => {
          const { rows } = await listRows(table, {
            row: reportedSchema,
            query: {
              select: 'id,name',
              agent_id: `eq.${agentId}`,
              deleted_at: 'is.null',
              order: 'name.asc',
              limit: listedMax,
            },
            signal,
          })
          return rows.map(({ id, name }) => ({ id, name, kind, table }))
        }),
      )
      return lists.flat()
    },
    refetchInterval: 10_000,
    meta: { failsAloud: true },
  })
