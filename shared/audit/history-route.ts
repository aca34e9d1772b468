import { z } from 'zod'
import { auditEntrySchema } from '#shared/audit/audit-entry.ts'
import { contract } from '#shared/primitives/contract.ts'
import { idSchema } from '#shared/primitives/id.ts'

/** Everyone who can read a row of these tables can read its history. */
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

export const historyRoute = contract({
  method: 'GET',
  path: '/api/resources/history',
  embeddedOnly: true,
  query: z.object({ table: z.enum(historyTables), id: idSchema }),
  response: z.object({
    entries: z.array(auditEntrySchema),
    isCut: z.boolean(),
  }),
})
