import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { idSchema } from '#shared/primitives/id.ts'
import { textOrEmpty } from '#shared/primitives/row-values.ts'
import { preflightSchema, runPreviewSchema } from './preflight.ts'
import { runApproversSchema } from './run-approvers.ts'
import { runRowSchema } from './run-row.ts'
import { shownParameterSchema } from './shown-parameter.ts'

const id = idSchema.nullish()
const params = z.object({ id: idSchema })
/** At most one of these is set. */
const targetIdsSchema = z.object({ config_id: id, component_id: id, check_id: id })
export type TargetIds = z.infer<typeof targetIdsSchema>

const requestSchema = targetIdsSchema.extend({ params: z.record(z.string(), z.string()).nullish() })
const doneSchema = z.object({ message: z.string().optional() })

export const runnablePlaybooksRoute = contract({
  method: 'GET',
  path: '/api/playbook/list',
  query: targetIdsSchema,
  response: z.array(z.object({ id: z.string(), name: z.string(), title: textOrEmpty })).nullish(),
})

export const parametersRoute = contract({
  method: 'POST',
  path: '/api/playbook/:id/params',
  params,
  body: requestSchema,
  response: z.object({
    params: z
      .array(shownParameterSchema)
      .nullish()
      .transform((list) => list ?? []),
  }),
})

export const preflightRoute = contract({
  method: 'POST',
  path: '/api/playbook/:id/preflight',
  embeddedOnly: true,
  params,
  body: requestSchema,
  response: preflightSchema,
})

export const startRunRoute = contract({
  method: 'POST',
  path: '/api/playbook/run',
  body: requestSchema.extend({
    id: idSchema,
    agent_id: id,
    parent_id: id,
    notification_send_id: id,
    request: z.unknown().optional(),
  }),
  response: z.object({ run_id: z.string() }),
})

export const runRoute = contract({
  method: 'GET',
  path: '/api/playbook/run/:id',
  params,
  response: runRowSchema.pick({
    id: true,
    playbook_id: true,
    status: true,
    parent_id: true,
    error: true,
    timeout: true,
    parameters: true,
    scheduled_time: true,
    start_time: true,
    end_time: true,
    created_at: true,
    check_id: true,
    config_id: true,
    component_id: true,
  }),
})

/** Authentication is defined by the playbook at this path; any body is accepted. */
export const webhookRoute = contract({
  method: 'POST',
  path: '/api/playbook/webhook/*',
  params: z.object({ '*': z.string() }),
  response: startRunRoute.response,
})

export const approversRoute = contract({
  method: 'GET',
  path: '/api/playbook/run/:id/approvers',
  embeddedOnly: true,
  params,
  response: runApproversSchema,
})

export const runPreviewRoute = contract({
  method: 'GET',
  path: '/api/playbook/run/:id/preview',
  embeddedOnly: true,
  params,
  response: runPreviewSchema,
})

export const approveRunRoute = contract({
  method: 'POST',
  path: '/api/playbook/run/approve/:id',
  params,
  response: doneSchema,
})

export const cancelRunRoute = contract({
  method: 'POST',
  path: '/api/playbook/run/cancel/:id',
  params,
  response: doneSchema,
})
