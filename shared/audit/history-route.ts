import { z } from 'zod'
import { auditEntrySchema } from '#shared/audit/audit-entry.ts'
import { contract } from '#shared/primitives/contract.ts'
import { idSchema } from '#shared/primitives/id.ts'

/** Tables whose rows have a history that whoever reads the row may read too. */
const historyTables = [
  'canaries',
  'config_scrapers',
  'topologies',
  'teams',
  'incident_rules',
  'logging_backends',
  'connections',
  'playbooks',
  'notifications',
] as const
export type HistoryTable = (typeof historyTables)[number]

export const historyMax = 100

/** What was done to one resource, newest first and without a gap from now on. No secret is in it. */
export const historyRoute = contract({
  method: 'GET',
  path: '/api/resources/history',
  query: z.object({ table: z.enum(historyTables), id: idSchema }),
  response: z.object({
    entries: z.array(auditEntrySchema),
    /** Older ones are not listed. */
    isCut: z.boolean(),
  }),
})
