import { z } from 'zod'
import type { ListedRun, RunFilter, RunTotals } from '#shared/playbooks/listed-run.ts'
import { runFilterQuery, runsQuery } from '#shared/playbooks/runs-query.ts'
import { isFinalAction, isRunUnderWay } from '#shared/playbooks/run-status.ts'
import { runRowSchema } from '#shared/playbooks/run-row.ts'
import { readRows } from '#shared/primitives/read-rows.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'
import { readKnownFormat } from '#relay/live/feeds/source-failure.ts'
import type { FetchCounted } from '#relay/live/sources/fetch-text.ts'
import { nullableText } from '#shared/primitives/row-values.ts'
import { approversIn, readSpec } from './read-spec.ts'

export const foundSchema = runRowSchema.omit({ parameters: true }).extend({
  spec: z.unknown().optional(),
  tries: z
    .array(
      z.object({
        name: z.string(),
        status: z.string(),
        error: nullableText,
        start_time: nullableText,
        scheduled_time: z.string(),
      }),
    )
    .nullish(),
})
type Found = z.infer<typeof foundSchema>

const select =
  'id,playbook_id,status,parent_id,error,timeout,scheduled_time,start_time,end_time,created_at,notification_send_id,check_id,' +
  'config_id,component_id,spec,created_by(id,name,avatar),playbooks(id,name,title,icon),component:components(id,name,icon),' +
  'check:checks(id,name,icon),config:config_items(id,name,type,config_class),' +
  'tries:playbook_run_actions(name,status,error,start_time,scheduled_time)'

const toListedRun = ({ spec, tries, ...run }: Found): ListedRun => {
  const read = readSpec(spec)
  const ordered = (tries ?? []).toSorted((a, b) => a.scheduled_time.localeCompare(b.scheduled_time))
  const last = new Map(ordered.map((one) => [one.name, one]))
  const steps = [...last.values()]
  const at =
    steps.findLast(({ status }) => status === 'failed') ?? steps.findLast(({ status }) => !isFinalAction(status))
  return {
    kind: 'run',
    ...run,
    stepCount: Math.max(read.actions.length, steps.length),
    stepsDone: steps.filter(({ status }) => isFinalAction(status)).length,
    step: at?.name ?? steps.at(-1)?.name ?? null,
    stepError: at?.status === 'failed' ? at.error : null,
    approvers: run.status === 'pending_approval' ? approversIn(read) : null,
  }
}

const readFound = (body: string, onUnread: (error: z.ZodError) => void): Found[] =>
  readKnownFormat('runs', () => readRows(foundSchema, JSON.parse(body), onUnread))

const whileUnderWayMs = 2_000

const stages = {
  running: 'running,sleeping,retrying,waiting',
  waiting: 'pending_approval',
  failed: 'failed,timed_out',
} as const

/** Polls more often while a run of the page is in progress, unless the backend announces changes. */
export const playbookRunsSource = (
  fetchCounted: FetchCounted,
  { isAnnounced }: { readonly isAnnounced: boolean },
): TopicSource<RunFilter> => ({
  load: async (filter, signal) => {
    const observedAtMs = Date.now()
    const { limit, offset } = filter
    const count = async (status: string) => {
      const query = runFilterQuery({ ...filter, status }, observedAtMs)
      return (await fetchCounted(`/api/db/playbook_runs?${query}&select=id&limit=1`, signal)).total
    }
    const page = `${runsQuery(filter, observedAtMs)}&select=${select}&limit=${limit}&offset=${offset}`
    const [{ body, total }, running, waiting, failed] = await Promise.all([
      fetchCounted(`/api/db/playbook_runs?${page}`, signal),
      count(stages.running),
      count(stages.waiting),
      count(stages.failed),
    ])
    const unread: unknown[] = []
    const found = readFound(body, (error) => unread.push(error))
    const totals: RunTotals = { kind: 'totals', all: total, running, waiting, failed }
    const isUnderWay = !isAnnounced && found.some((run) => isRunUnderWay(run, observedAtMs))
    return {
      body: JSON.stringify([totals, ...found.map(toListedRun)]),
      observedAtMs,
      unread,
      againWithinMs: isUnderWay ? whileUnderWayMs : undefined,
    }
  },
})
