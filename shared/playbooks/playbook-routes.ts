import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { idSchema } from '#shared/primitives/id.ts'
import { preflightSchema } from './preflight.ts'
import { runApproversSchema } from './run-approvers.ts'
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
