import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { clients } from '#client/api/clients.ts'
import { listRows, findRow } from '#client/api/data-api.ts'
import { nullableText, nullableNumber } from '#shared/primitives/row-values.ts'

const summarySchema = z
  .object({ added: nullableNumber, updated: nullableNumber, deleted: nullableNumber, unchanged: nullableNumber })
  .partial()

const scraperSchema = z.object({
  id: z.string(),
  name: nullableText,
  namespace: nullableText,
  source: nullableText,
  spec: z.record(z.string(), z.unknown()).nullish().catch(null),
  created_at: nullableText,
  updated_at: nullableText,
  job_status: nullableText,
  job_success_count: nullableNumber,
  job_error_count: nullableNumber,
  job_time_start: nullableText,
  job_duration_millis: nullableNumber,
  job_last_failed: nullableText,
  job_details: z
    .object({
      summary: summarySchema.nullish().catch(null),
      errors: z.array(z.string()).nullish().catch(null),
    })
    .nullish()
    .catch(null),
})
export type Scraper = z.infer<typeof scraperSchema>

export const scrapersKey = ['scrapers'] as const

const scrapersFilter = { select: '*', deleted_at: 'is.null', order: 'created_at.desc' } as const
const pageRows = 100

export const scrapersQuery = queryOptions({
  queryKey: [...scrapersKey, 'all'],
  queryFn: async ({ signal }) => {
    const scrapers: Scraper[] = []
    for (;;) {
      const query = { ...scrapersFilter, limit: pageRows, offset: scrapers.length }
      const { rows } = await listRows('config_scrapers_with_status', { row: scraperSchema, query, signal })
      scrapers.push(...rows)
      if (rows.length < pageRows) return scrapers
    }
  },
})

export const scraperQuery = (id: string) =>
  queryOptions({
    queryKey: [...scrapersKey, 'one', id],
    queryFn: async ({ signal }) => {
      const query = { select: '*', id: `eq.${id}` }
      return findRow('config_scrapers_with_status', { row: scraperSchema, query, signal })
    },
  })

const shared = new Set(['schedule', 'retention', 'logLevel', 'full', 'crdSync'])

export const listSourceKinds = ({ spec }: Pick<Scraper, 'spec'>): readonly string[] =>
  Object.entries(spec ?? {}).flatMap(([key, value]) => (Array.isArray(value) && !shared.has(key) ? [key] : []))

export const getSchedule = ({ spec }: Pick<Scraper, 'spec'>): string | null =>
  typeof spec?.['schedule'] === 'string' ? spec['schedule'] : null

const ranSchema = z.object({ status: nullableText, success_count: nullableNumber, error_count: nullableNumber })

/** Responds only after the run has finished. */
export const runScraper = async (id: string) =>
  (await clients.config(`/run/${id}`, { method: 'POST', schema: ranSchema, timeoutMs: 300_000 })).data
