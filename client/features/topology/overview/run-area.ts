import { z } from 'zod'
import { attentionQueries, waitingRuns } from '#shared/live/attention-topics.ts'
import type { ListedRun } from '#shared/playbooks/listed-run.ts'
import { playbookRuns } from '#shared/playbooks/playbook-topics.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { dayMs } from '#shared/primitives/time-units.ts'
import { useAllows } from '#client/api/session/use-allows.ts'
import { useCountedRows } from '#client/domain/attention/counted-rows.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { linesMax, toArea, type Area, type FindingLine } from './area.ts'
import { countedFinding, toSource } from './counted-finding.ts'

const waitingSchema = z.object({
  id: z.string(),
  created_at: z.string(),
  playbooks: z.object({ name: z.string(), title: z.string().nullish() }).nullish(),
})

type Titled = Pick<z.infer<typeof waitingSchema>, 'playbooks'>
export const getRunTitle = ({ playbooks }: Titled): string => playbooks?.title || playbooks?.name || 'Deleted playbook'

const toWaitingLine = (run: z.infer<typeof waitingSchema>): FindingLine => ({
  key: run.id,
  name: getRunTitle(run),
  text: '',
  sinceMs: Date.parse(run.created_at),
  href: linkTo(routes.playbookRun, { id: run.id }),
})

const toFailedLine = (run: ListedRun): FindingLine => ({
  key: run.id,
  name: getRunTitle(run),
  text: [run.step, run.stepError ?? run.error].filter(Boolean).join(': '),
  sinceMs: Date.parse(run.end_time ?? run.created_at),
  href: linkTo(routes.playbookRun, { id: run.id }),
})

const failedStatus = 'failed,timed_out'
const failedInDay = { status: failedStatus, lastMs: dayMs, offset: 0, limit: linesMax }

const useFailedRuns = (isAllowed: boolean) => {
  const { status, rows, reason, observedAtMs } = useTopic(playbookRuns, isAllowed ? failedInDay : null)
  const runs: ListedRun[] = []
  let total: number | null = null
  for (const row of rows.values()) {
    if (row.kind === 'run') runs.push(row)
    else total = row.failed
  }
  runs.sort((a, b) => b.created_at.localeCompare(a.created_at))
  return { status, rows: runs, total: total ?? (observedAtMs === null ? null : runs.length), reason }
}

export const useRunArea = (): Area | null => {
  const isAllowed = useAllows()(waitingRuns.resource, 'read')
  const waiting = useCountedRows(waitingRuns, {
    queryKey: ['overview', 'waiting runs'],
    relation: 'playbook_runs',
    row: waitingSchema,
    toQuery: () => ({
      ...attentionQueries.runs,
      select: 'id,created_at,playbooks(name,title)',
      order: 'created_at.asc',
      limit: linesMax,
    }),
    enabled: isAllowed,
  })
  const failed = useFailedRuns(isAllowed)
  if (!isAllowed) return null
  return toArea('Runs', [toSource(waiting), toSource(failed)], () => ({
    healthyText: 'no failed runs in 24 h',
    findings: [
      countedFinding(failed, {
        key: 'failed runs',
        state: 'unhealthy',
        isBroken: true,
        href: `${routes.playbookRuns}?status=${failedStatus}&range=now-24h`,
        toTitle: (count) => `${formatCount(count, 'failed run')} in 24 h`,
        toLine: toFailedLine,
      }),
      countedFinding(waiting, {
        key: 'waiting runs',
        state: 'warning',
        isBroken: false,
        href: `${routes.playbookRuns}?status=pending_approval`,
        toTitle: (count) => `${formatCount(count, 'run')} waiting for approval`,
        toLine: toWaitingLine,
      }),
    ],
  }))
}
