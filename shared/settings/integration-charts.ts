import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

/** The integrations that a chart installs in a cluster (ledger SET-77). */
export const chartIds = ['aws', 'azure', 'prometheus', 'flux', 'kubernetes', 'mission-control'] as const
export type ChartId = (typeof chartIds)[number]

/** Where the charts are installed from. */
export const chartRepository = { name: 'flanksource', url: 'https://flanksource.github.io/charts' } as const

/** A chart as whoever installs it needs to know it. */
const integrationChartSchema = z.object({
  id: z.enum(chartIds),
  /** What the repository calls it. */
  name: z.string(),
  /** Null: the newest one. */
  version: z.string().nullable(),
  /** The JSON schema of its values; null where it has none. */
  schema: z.record(z.string(), z.unknown()).nullable(),
  /** Its default values, as YAML. */
  values: z.string(),
  source: z.enum(['registry', 'embedded']),
  /** When it was read from the registry, or the embedded copy written: ISO 8601. */
  at: z.string(),
  /** Why it is the embedded copy; null for one of the registry. */
  reason: z.string().nullable(),
})
export type IntegrationChart = z.infer<typeof integrationChartSchema>

/** A chart from the public registry, by way of the relay; its embedded copy while the registry cannot be had (ledger SET-83). */
export const integrationChartRoute = contract({
  method: 'GET',
  path: '/api/console/charts/:id',
  params: z.object({ id: z.string() }),
  response: integrationChartSchema,
})
