import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { RunHead } from '#shared/playbooks/run-part.ts'
import { isFinalRun, runStatuses } from '#shared/playbooks/run-status.ts'
import { listRows } from '#client/api/data-api.ts'
import { nullableText } from '#shared/primitives/row-values.ts'

const earlierRunSchema = z.object({
  id: z.string(),
  status: z.string(),
  created_at: z.string(),
  start_time: nullableText,
  end_time: nullableText,
  config_id: nullableText,
  component_id: nullableText,
  check_id: nullableText,
  created_by: z.object({ name: z.string() }).nullish(),
})
export type EarlierRun = z.infer<typeof earlierRunSchema>

const mostRuns = 50
const finals = `(${runStatuses.filter(isFinalRun).join(',')})`

/** Ended runs of the same playbook, newest first. */
export const earlierRunsQuery = (run: Pick<RunHead, 'id' | 'playbook_id' | 'created_at'>) =>
  queryOptions({
    queryKey: ['playbooks', 'earlier-runs', run.id],
    queryFn: async ({ signal }) => {
      const query = {
        select: 'id,status,created_at,start_time,end_time,config_id,component_id,check_id,created_by(name)',
        playbook_id: `eq.${run.playbook_id}`,
        id: `neq.${run.id}`,
        created_at: `lte.${run.created_at}`,
        status: `in.${finals}`,
        order: 'created_at.desc',
        limit: mostRuns,
      }
      return (await listRows('playbook_runs', { row: earlierRunSchema, query, signal })).rows
    },
    staleTime: Infinity,
  })

type Targets = Pick<EarlierRun, 'config_id' | 'component_id' | 'check_id'>

const isSameTarget = (a: Targets, b: Targets) =>
  a.config_id === b.config_id && a.component_id === b.component_id && a.check_id === b.check_id

export const runsOnTarget = (run: Targets, earlier: readonly EarlierRun[]) =>
  earlier.filter((other) => isSameTarget(run, other))

/** On the same target if there is one. */
export const findLastSuccess = (run: Targets, earlier: readonly EarlierRun[]): EarlierRun | null => {
  const completed = earlier.filter(({ status }) => status === 'completed')
  return runsOnTarget(run, completed)[0] ?? completed[0] ?? null
}

/** The median of completed runs; null without any. */
export const usualDurationMs = (earlier: readonly EarlierRun[]): number | null => {
  const durations = earlier
    .flatMap(({ status, start_time: start, end_time: end }) =>
      status === 'completed' && start !== null && end !== null ? [Date.parse(end) - Date.parse(start)] : [],
    )
    .sort((a, b) => a - b)
  const middle = durations.length / 2
  const [lower, upper] = [durations[Math.ceil(middle) - 1], durations[Math.floor(middle)]]
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2
}
