import { z } from 'zod'
import type { RunHistory, RunRequest } from '#machines/playbooks/run-dialog-machine.ts'
import { isFinalRun, runStatuses } from '#shared/playbooks/run-status.ts'
import { listRows } from '#client/api/data-api.ts'
import { nullableText } from '#shared/primitives/row-values.ts'

export const rowSchema = z.object({
  id: z.string(),
  status: z.string(),
  created_at: z.string(),
  start_time: nullableText,
  end_time: nullableText,
  error: nullableText,
  playbooks: z.object({ name: z.string(), title: nullableText }).nullish(),
})

const select = 'id,status,created_at,start_time,end_time,error,playbooks(name,title)'
const finals = `(${runStatuses.filter(isFinalRun).join(',')})`

const tookMs = (from: string, to: string | null) => (to === null ? null : Date.parse(to) - Date.parse(from))

export const loadRunHistory = async (
  { playbookId, target }: Pick<RunRequest, 'playbookId' | 'target'>,
  signal?: AbortSignal,
): Promise<RunHistory> => {
  const onTarget = target === null ? {} : { [`${target.kind}_id`]: `eq.${target.id}` }
  const runs = async (query: Readonly<Record<string, string | number>>) =>
    (await listRows('playbook_runs', { row: rowSchema, query: { select, ...onTarget, ...query }, signal })).rows
  const [running, last] = await Promise.all([
    target === null ? [] : runs({ status: `not.in.${finals}`, order: 'created_at.asc', limit: 20 }),
    runs({ playbook_id: `eq.${playbookId}`, status: `in.${finals}`, order: 'created_at.desc', limit: 5 }),
  ])
  return {
    running: running.map(({ id, status, playbooks, start_time: start, created_at: created }) => ({
      id,
      status,
      playbook: playbooks?.title || playbooks?.name || 'Deleted playbook',
      since: start ?? created,
    })),
    last: last.map(({ id, status, error, start_time: start, created_at: created, end_time: endedAt }) => ({
      id,
      status,
      error,
      endedAt,
      durationMs: tookMs(start ?? created, endedAt),
    })),
  }
}
