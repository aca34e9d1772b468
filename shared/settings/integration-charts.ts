import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

export const chartIds = ['aws', 'azure', 'prometheus', 'flux', 'kubernetes', 'mission-control'] as const
export type ChartId = (typeof chartIds)[number]

export const chartRepository = { name: 'flanksource', url: 'https://flanksource.github.io/charts' } as const

const integrationChartSchema = z.object({
  id: z.enum(chartIds),
  name: z.string(),
  version: z.string().nullable(),
  schema: z.record(z.string(), z.unknown()).nullable(),
  values: z.string(),
  source: z.enum(['registry', 'embedded']),
  at: z.string(),
  reason: z.string().nullable(),
})
export type IntegrationChart = z.infer<typeof integrationChartSchema>

export const integrationChartRoute = contract({
  method: 'GET',
  path: '/api/console/charts/:id',
  params: z.object({ id: z.string() }),
  response: integrationChartSchema,
})
