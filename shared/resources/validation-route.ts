import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { idSchema } from '#shared/primitives/id.ts'
import { tablesWith } from './resource-kinds.ts'

export const specErrorSchema = z.object({ path: z.array(z.union([z.string(), z.number()])), reason: z.string() })

/** Validates a row as a save does, with every check of a canary. Nothing runs and nothing is stored. */
export const validationRoute = contract({
  method: 'POST',
  path: '/api/resources/validate',
  embeddedOnly: true,
  body: z.object({
    table: z.enum(tablesWith('hasEditor')),
    id: idSchema.nullish(),
    row: z.record(z.string(), z.unknown()),
  }),
  response: z.object({ problems: z.array(specErrorSchema) }),
})
export type RowErrors = z.infer<(typeof validationRoute)['response']>
