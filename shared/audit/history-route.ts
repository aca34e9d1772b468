import { z } from 'zod'
import { auditEntrySchema } from '#shared/audit/audit-entry.ts'
import { contract } from '#shared/primitives/contract.ts'
import { idSchema } from '#shared/primitives/id.ts'
import { tablesWith, type TableWith } from '#shared/resources/resource-kinds.ts'

export type HistoryTable = TableWith<'hasHistory'>

export const historyMax = 100

export const historyRoute = contract({
  method: 'GET',
  path: '/api/resources/history',
  embeddedOnly: true,
  query: z.object({ table: z.enum(tablesWith('hasHistory')), id: idSchema }),
  response: z.object({
    entries: z.array(auditEntrySchema),
    isCut: z.boolean(),
  }),
})
