import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

const rejectedDocumentSchema = z.object({
  id: z.string(),
  /** Path below RESOURCES_DIR; empty for a row that is not defined in a file. */
  file: z.string(),
  line: z.number(),
  column: z.number(),
  kind: z.string(),
  name: z.string(),
  namespace: z.string(),
  /** Begins with the key, and states the value and what is allowed. */
  reason: z.string(),
  hasText: z.boolean(),
})
export type RejectedDocument = z.infer<typeof rejectedDocumentSchema>

export const rejectedPageMax = 200

/** Only documents whose kind the person may read; of all kinds without `kinds`, a list with commas. */
export const rejectedDocumentsRoute = contract({
  method: 'GET',
  path: '/api/documents/rejected',
  embeddedOnly: true,
  query: z.object({
    kinds: z.string().optional(),
    limit: z.coerce.number().int().min(1).max(rejectedPageMax).default(rejectedPageMax),
    offset: z.coerce.number().int().min(0).default(0),
  }),
  response: z.object({ total: z.number(), documents: z.array(rejectedDocumentSchema) }),
})

/** For administrators: a file may contain secrets as plain text. */
export const rejectedTextRoute = contract({
  method: 'GET',
  path: '/api/documents/rejected/:id/text',
  embeddedOnly: true,
  params: z.object({ id: z.string() }),
  response: z.object({ file: z.string(), line: z.number(), text: z.string() }),
})
