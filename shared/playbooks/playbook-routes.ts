import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { idSchema } from '#shared/primitives/id.ts'
import { preflightSchema } from './preflight.ts'
import { runApproversSchema } from './run-approvers.ts'
import { runRowSchema } from './run-row.ts'
import { shownParameterSchema } from './shown-parameter.ts'

const id = idSchema.nullish()
const params = z.object({ id: idSchema })
const textOrEmpty = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

/** What a playbook is run on: one of these, or nothing. */
const targetIdsSchema = z.object({ config_id: id, component_id: id, check_id: id })
export type TargetIds = z.infer<typeof targetIdsSchema>

const requestSchema = targetIdsSchema.extend({ params: z.record(z.string(), z.string()).nullish() })
const doneSchema = z.object({ message: z.string().optional() })

/** The playbooks that can be run on a check, component or config (ledger PLAY-06). */
export const runnablePlaybooksRoute = contract({
  method: 'GET',
  path: '/api/playbook/list',
  query: targetIdsSchema,
  response: z.array(z.object({ id: z.string(), name: z.string(), title: textOrEmpty })).nullish(),
})

/** The parameters of a playbook on a target, defaults and options filled in (ledger PLAY-08). */
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

/** What a run with these parameters would do now. */
export const preflightRoute = contract({
  method: 'POST',
  path: '/api/playbook/:id/preflight',
  params,
  body: requestSchema,
  response: preflightSchema,
})

/** Starts a run (ledger PLAY-09). */
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

/** A run as its table has it, whatever its status. */
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

/** Starts a run as a program elsewhere, which signs in as the playbook at this path asks; the body may be anything. */
export const webhookRoute = contract({
  method: 'POST',
  path: '/api/playbook/webhook/*',
  params: z.object({ '*': z.string() }),
  response: startRunRoute.response,
})

/** Who approves a run, and whether whoever asks may. */
export const approversRoute = contract({
  method: 'GET',
  path: '/api/playbook/run/:id/approvers',
  params,
  response: runApproversSchema,
})

/** Approves a run that waits for it (ledger PLAY-04). */
export const approveRunRoute = contract({
  method: 'POST',
  path: '/api/playbook/run/approve/:id',
  params,
  response: doneSchema,
})

/** Ends a run that is not over (ledger PLAY-05). */
export const cancelRunRoute = contract({
  method: 'POST',
  path: '/api/playbook/run/cancel/:id',
  params,
  response: doneSchema,
})
