import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

/** A JSON schema of documents by the name of its file: `canary.spec.schema.json`. */
export const schemaRoute = contract({
  method: 'GET',
  path: '/api/schemas/:file',
  params: z.object({ file: z.string() }),
  response: z.record(z.string(), z.unknown()),
})
