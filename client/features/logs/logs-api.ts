import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { logBackendsRoute, logSummaryRoute, logsRoute, type LogQuery } from '#shared/logs/log-routes.ts'
import type { Span } from '#shared/time-range/mapped-ranges.ts'
import { call } from '#client/api/call.ts'
import { listRows } from '#client/api/data-api.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'

const loggedSchema = z.object({ id: z.string(), name: z.string(), type: z.string().nullish() })

export const loggedComponentsQuery = queryOptions({
  queryKey: ['logs', 'components'],
  queryFn: async ({ signal }) =>
    (await listRows('components_with_logs', { row: loggedSchema, query: { order: 'name.asc' }, signal })).rows,
})

export const logBackendsQuery = queryOptions({
  queryKey: ['logs', 'backends'],
  queryFn: async ({ signal }) => (hasOwnBackend() ? call(logBackendsRoute, { signal }) : []),
})

const selectorsSchema = z.object({
  log_selectors: z
    .array(z.object({ name: z.string() }))
    .nullish()
    .transform((selectors) => selectors ?? []),
})

export const logNamesQuery = (componentId: string) =>
  queryOptions({
    queryKey: ['logs', 'names', componentId],
    enabled: componentId !== '',
    queryFn: async ({ signal }) => {
      const query = { id: `eq.${componentId}`, select: 'log_selectors' }
      const { rows } = await listRows('components', { row: selectorsSchema, query, signal })
      return rows.flatMap((row) => row.log_selectors.map(({ name }) => name))
    },
  })

export type WantedLog = Omit<LogQuery, 'start' | 'end'>

const isWhole = ({ id = '', backend = '' }: WantedLog) => id !== '' || backend !== ''

const toBody = (wanted: WantedLog, { from, to }: Span): LogQuery => ({
  ...wanted,
  start: from.toISOString(),
  end: to.toISOString(),
})

/** The relay counts for up to 15 s and reads for up to 30 s. */
const timeoutMs = 35_000

export const linesQuery = (wanted: WantedLog, limit: number, range: string, span: () => Span) =>
  queryOptions({
    queryKey: ['logs', 'lines', wanted, limit, range],
    enabled: isWhole(wanted),
    queryFn: ({ signal }) => call(logsRoute, { body: { ...toBody(wanted, span()), limit }, signal, timeoutMs }),
    placeholderData: keepPreviousData,
  })

export const summaryQuery = (wanted: WantedLog, range: string, span: () => Span) =>
  queryOptions({
    queryKey: ['logs', 'summary', wanted, range],
    enabled: isWhole(wanted),
    queryFn: async ({ signal }) => {
      const requested = span()
      const counts = await call(logSummaryRoute, { body: toBody(wanted, requested), signal, timeoutMs })
      return { ...counts, fromMs: requested.from.getTime(), toMs: requested.to.getTime() }
    },
    placeholderData: keepPreviousData,
  })
