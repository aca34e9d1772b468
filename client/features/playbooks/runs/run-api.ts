import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { actionDetailSchema } from '#shared/playbooks/action-row.ts'
import { approveRunRoute, approversRoute, cancelRunRoute, startRunRoute } from '#shared/playbooks/playbook-routes.ts'
import { call } from '#client/api/call.ts'
import { listRows } from '#client/api/data-api.ts'

/** Approves a run that waits for it (ledger PLAY-04). Throws ApiError with what the backend says. */
export const approveRun = async (runId: string) => (await call(approveRunRoute, { params: { id: runId } })).message

/** Who approves a run, and whether the signed-in person may; only the embedded backend says so. */
export const approversQuery = (runId: string) =>
  queryOptions({
    queryKey: ['run-approvers', runId],
    queryFn: ({ signal }) => call(approversRoute, { params: { id: runId }, signal }),
    retry: false,
    meta: { failsOnPage: true },
  })

/** Ends a run that is not over (ledger PLAY-05). Throws ApiError with what the backend says. */
export const cancelRun = async (runId: string) => (await call(cancelRunRoute, { params: { id: runId } })).message

/**
 * Starts the playbook again on the same target with the same values (ledger PLAY-09), and answers the new run's id. Throws
 * ApiError.
 */
export const startAgain = async (run: {
  readonly playbook_id: string
  readonly config_id: string | null
  readonly component_id: string | null
  readonly check_id: string | null
  readonly values: readonly { readonly name: string; readonly value: string | null }[]
}) => {
  const body = {
    id: run.playbook_id,
    ...(run.config_id !== null && { config_id: run.config_id }),
    ...(run.component_id !== null && { component_id: run.component_id }),
    ...(run.check_id !== null && { check_id: run.check_id }),
    params: Object.fromEntries(run.values.flatMap(({ name, value }) => (value === null ? [] : [[name, value]]))),
  }
  return (await call(startRunRoute, { body })).run_id
}

/** What an action gave, by the keys of its kind, and its artifacts. `status` makes another question of it. */
export const actionQuery = (actionId: string, status: string) =>
  queryOptions({
    queryKey: ['playbooks', 'action', actionId, status],
    queryFn: async ({ signal }) => {
      const query = { id: `eq.${actionId}`, select: '*,artifacts:artifacts(*)' }
      const { rows } = await listRows('playbook_run_actions', { row: actionDetailSchema, query, signal })
      return rows[0] ?? null
    },
    meta: { failsOnPage: true },
  })

export const namesSchema = z.object({ id: z.string(), name: z.string(), title: z.string().nullish() })

/** The playbooks that the runs list can be narrowed to. */
export const playbookNamesQuery = queryOptions({
  queryKey: ['playbooks', 'names'],
  queryFn: async ({ signal }) => {
    const query = { select: 'id,name,title,icon,category', order: 'title.asc' }
    return (await listRows('playbook_names', { row: namesSchema, query, signal })).rows
  },
  meta: { failsOnPage: true },
})
