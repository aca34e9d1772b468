import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { PreviewResult, RunRequest, RunTarget } from '#machines/playbooks/run-dialog-machine.ts'
import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'
import { humanPeople } from '#shared/access/human-people.ts'
import { parametersRoute, preflightRoute, startRunRoute } from '#shared/playbooks/playbook-routes.ts'
import { ApiError } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { listRows, findRow } from '#client/api/data-api.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { loadRunHistory } from './run-history.ts'
import { orExplainNotFound, explainNotFound } from './explain-not-found.ts'

/** Clamped, because the browser's clock may differ widely from the backend's. */
const validForMs = (expiresAt: string) =>
  Math.min(Math.max(Date.parse(expiresAt) - serverNow(), 1_000), 10 * 60_000) || 60_000

const toTargetIds = (target: RunTarget | null) => (target === null ? {} : { [`${target.kind}_id`]: target.id })

export const loadParameters = async (
  request: RunRequest,
  signal?: AbortSignal,
): Promise<readonly PlaybookParameter[]> => {
  const { playbookId, target, params } = request
  const body = { id: playbookId, ...toTargetIds(target), params }
  const ask = () => call(parametersRoute, { params: { id: playbookId }, body, signal })
  return (await orExplainNotFound(request, ask)).params
}

export const loadPreview = async (request: RunRequest, signal?: AbortSignal): Promise<PreviewResult> => {
  const { playbookId, target, params } = request
  if (!hasOwnBackend()) {
    await explainNotFound(request)
    return { kind: 'absent', history: await loadRunHistory(request, signal) }
  }
  const body = { params, ...toTargetIds(target) }
  try {
    const preview = await call(preflightRoute, { params: { id: playbookId }, body, signal })
    return { kind: 'preview', preview, validForMs: validForMs(preview.expiresAt) }
  } catch (error) {
    if (!(error instanceof ApiError) || ![404, 405, 501].includes(error.status ?? 0)) throw error
    if (error.status === 404) await explainNotFound(request)
    return { kind: 'absent', history: await loadRunHistory(request, signal) }
  }
}

export const startRun = async (request: RunRequest): Promise<string> => {
  const { playbookId, target, params } = request
  const body = { id: playbookId, ...toTargetIds(target), params }
  return (await orExplainNotFound(request, () => call(startRunRoute, { body }))).run_id
}

export const choiceSchema = z.object({ id: z.string(), name: z.string() })

export const loadChoices = async (relation: 'people' | 'teams', signal: AbortSignal) => {
  const humans = relation === 'people' ? humanPeople : {}
  const query = { select: 'id,name', ...humans, order: 'name.asc', limit: 500 }
  return (await listRows(relation, { row: choiceSchema, query, signal })).rows
}

const startedSchema = z.object({ id: z.string(), created_at: z.string() })

export const lastRunQuery = (playbookId: string, target: RunTarget | null) =>
  queryOptions({
    queryKey: ['playbooks', 'last-run', playbookId, target?.kind, target?.id],
    queryFn: async ({ signal }) => {
      const onTarget = target === null ? {} : { [`${target.kind}_id`]: `eq.${target.id}` }
      const query = { playbook_id: `eq.${playbookId}`, ...onTarget, order: 'created_at.desc', limit: 1 }
      const select = 'id,created_at'
      return findRow('playbook_runs', { row: startedSchema, query: { select, ...query }, signal })
    },
    staleTime: 0,
  })
