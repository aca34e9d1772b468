import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { actionDetailSchema } from '#shared/playbooks/action-row.ts'
import {
  approveRunRoute,
  approversRoute,
  cancelRunRoute,
  runPreviewRoute,
  startRunRoute,
} from '#shared/playbooks/playbook-routes.ts'
import { call } from '#client/api/call.ts'
import { listRows, findRow } from '#client/api/data-api.ts'

export const approveRun = async (runId: string) => (await call(approveRunRoute, { params: { id: runId } })).message

export const approversQuery = (runId: string) =>
  queryOptions({
    queryKey: ['run-approvers', runId],
    queryFn: ({ signal }) => call(approversRoute, { params: { id: runId }, signal }),
  })

export const runPreviewQuery = (runId: string) =>
  queryOptions({
    queryKey: ['playbooks', 'run-preview', runId],
    queryFn: ({ signal }) => call(runPreviewRoute, { params: { id: runId }, signal }),
    staleTime: 0,
    refetchInterval: 15_000,
  })

export const cancelRun = async (runId: string) => (await call(cancelRunRoute, { params: { id: runId } })).message

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

/** `status` is part of the key: each status change triggers a reload. */
export const actionQuery = (actionId: string, status: string) =>
  queryOptions({
    queryKey: ['playbooks', 'action', actionId, status],
    queryFn: async ({ signal }) => {
      const query = { id: `eq.${actionId}`, select: '*,artifacts:artifacts(*)' }
      return findRow('playbook_run_actions', { row: actionDetailSchema, query, signal })
    },
  })

export const namesSchema = z.object({ id: z.string(), name: z.string(), title: z.string().nullish() })

export const playbookNamesQuery = queryOptions({
  queryKey: ['playbooks', 'names'],
  queryFn: async ({ signal }) => {
    const query = { select: 'id,name,title,icon,category', order: 'title.asc' }
    return (await listRows('playbook_names', { row: namesSchema, query, signal })).rows
  },
})
