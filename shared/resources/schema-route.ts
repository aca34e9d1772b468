import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

export const schemaRoute = contract({
  method: 'GET',
  path: '/api/schemas/:file',
  params: z.object({ file: z.string() }),
  response: z.record(z.string(), z.unknown()),
})
