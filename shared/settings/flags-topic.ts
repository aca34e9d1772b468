import { z } from 'zod'
import { propertySchema, type Property } from '#shared/settings/feature-flags.ts'
import { defineTopic } from '#shared/live/topic.ts'

export const featureFlags = defineTopic<Record<string, never>, Property>({
  name: 'settings.flags',
  params: z.strictObject({}),
  row: propertySchema,
  getKey: (row) => row.name,
  resource: 'properties',
  shows: null,
  changedBy: ['properties'],
  offScreen: true,
  pollEveryMs: 5_000,
  staleAfterMs: 30_000,
})
