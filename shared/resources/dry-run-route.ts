import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { renderedStepSchema } from '#shared/playbooks/preflight.ts'
import { idSchema } from '#shared/primitives/id.ts'
import { tablesWith, type TableWith } from './resource-kinds.ts'
import { specErrorSchema } from './validation-route.ts'

export type DryRunTable = TableWith<'hasDryRun'>

export const specMaxLength = 1_000_000
export const dryRunMax = 20

const check = z.object({
  name: z.string(),
  type: z.string(),
  pass: z.boolean(),
  message: z.string(),
  durationMs: z.number().nullable(),
})
const item = z.object({ type: z.string(), name: z.string(), id: z.string() })

export const dryRunRoute = contract({
  method: 'POST',
  path: '/api/resources/dry-run',
  embeddedOnly: true,
  body: z.object({
    table: z.enum(tablesWith('hasDryRun')),
    /** The resource to replace; `***` uses its stored secrets. */
    id: idSchema.nullish(),
    name: z.string().max(500),
    namespace: z.string().max(500),
    spec: z.record(z.string(), z.unknown()),
  }),
  response: z.object({
    problems: z.array(specErrorSchema),
    checks: z.array(check),
    items: z.array(item),
    /** Of a playbook: rendered, not run. */
    steps: z.array(renderedStepSchema),
    notes: z.array(z.string()),
  }),
})
export type DryRun = z.infer<(typeof dryRunRoute)['response']>
