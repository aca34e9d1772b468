import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { logsRoute } from '#shared/logs/log-routes.ts'
import type { Span } from '#shared/time-range/mapped-ranges.ts'
import { call } from '#client/api/call.ts'
import { listRows } from '#client/api/data-api.ts'

const loggedSchema = z.object({ id: z.string(), name: z.string(), type: z.string().nullish() })

/** Components that say where their logs are (ledger LOGS-02). */
export const loggedComponentsQuery = queryOptions({
  queryKey: ['logs', 'components'],
  queryFn: async ({ signal }) =>
    (await listRows('components_with_logs', { row: loggedSchema, query: { order: 'name.asc' }, signal })).rows,
  meta: { failsOnPage: true },
})

const selectorsSchema = z.object({
  log_selectors: z
    .array(z.object({ name: z.string() }))
    .nullish()
    .transform((selectors) => selectors ?? []),
})

/** The names of a component's logs, in the order of its document. */
export const logNamesQuery = (componentId: string) =>
  queryOptions({
    queryKey: ['logs', 'names', componentId],
    enabled: componentId !== '',
    queryFn: async ({ signal }) => {
      const query = { id: `eq.${componentId}`, select: 'log_selectors' }
      const { rows } = await listRows('components', { row: selectorsSchema, query, signal })
      return rows.flatMap((row) => row.log_selectors.map(({ name }) => name))
    },
    meta: { failsOnPage: true },
  })

export interface WantedLines {
  readonly id: string
  readonly name: string
  readonly query: string
  readonly limit: number
}

/** The newest lines of one log; `span` says when the range begins and ends at the moment that it is asked. */
export const linesQuery = (wanted: WantedLines, range: string, span: () => Span) =>
  queryOptions({
    queryKey: ['logs', 'lines', wanted, range],
    enabled: wanted.id !== '',
    queryFn: async ({ signal }) => {
      const { from, to } = span()
      const { id, name, query, limit } = wanted
      const body = { id, limit, start: from.toISOString(), end: to.toISOString() }
      return call(logsRoute, {
        body: { ...body, ...(name !== '' && { name }), ...(query !== '' && { query }) },
        signal,
        timeoutMs: 35_000,
      })
    },
    placeholderData: keepPreviousData,
    meta: { failsOnPage: true },
  })
