import { z } from 'zod'
import { idSchema } from '#shared/primitives/id.ts'
import { contract } from '#shared/primitives/contract.ts'
import { logRangeMax, logRangeSchema, logTailSchema } from './log-line.ts'

const params = z.object({ actionId: idSchema })
const lineNumber = z.coerce.number<number>().int()

/** The lines `from` to `from + lines - 1` of what an action wrote, as far as they exist. */
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

/** The newest chunks (`logTailChunks` at most), oldest first, and of these only those that begin after line `after`. */
export const logTailRoute = contract({
  method: 'GET',
  path: '/api/playbook/run/action/:actionId/log/tail',
  params,
  query: z.object({ after: lineNumber.min(0).default(0) }),
  response: logTailSchema,
})

/** The whole output of an action, as a file of plain text. */
export const logTextRoute = contract({
  method: 'GET',
  path: '/api/playbook/run/action/:actionId/log/text',
  params,
  response: z.string(),
})
