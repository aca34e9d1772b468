import { z } from 'zod'
import { idSchema } from '#shared/primitives/id.ts'
import { contract } from '#shared/primitives/contract.ts'
import { logRangeMax, logRangeSchema, logTailSchema } from './log-line.ts'

const params = z.object({ actionId: idSchema })
const lineNumber = z.coerce.number<number>().int()

export const logRangeRoute = contract({
  method: 'GET',
  path: '/api/playbook/run/action/:actionId/log',
  params,
  query: z.object({
    from: lineNumber.min(1).default(1),
    lines: lineNumber.min(1).max(logRangeMax).default(logRangeMax),
  }),
  response: logRangeSchema,
})

/** At most `logTailChunks`, oldest first; only chunks that start after line `after`. */
export const logTailRoute = contract({
  method: 'GET',
  path: '/api/playbook/run/action/:actionId/log/tail',
  params,
  query: z.object({ after: lineNumber.min(0).default(0) }),
  response: logTailSchema,
})

export const logTextRoute = contract({
  method: 'GET',
  path: '/api/playbook/run/action/:actionId/log/text',
  params,
  response: z.string(),
})
