import { z } from 'zod'
import { artifactRowSchema } from '#shared/artifacts/artifact-row.ts'
import { actionRowSchema } from '#shared/playbooks/action-row.ts'
import type { RunPart } from '#shared/playbooks/run-part.ts'
import { runRowSchema, runSelect } from '#shared/playbooks/run-row.ts'
import { isFinalAction, isRunUnderWay } from '#shared/playbooks/run-status.ts'
import { readRows } from '#shared/primitives/read-rows.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'
import { SourceFailure, readKnownFormat } from '#relay/live/feeds/source-failure.ts'
import type { FetchText } from '#relay/live/sources/fetch-text.ts'
import { nullableText } from '#shared/primitives/row-values.ts'
import { approversIn, readSpec, listSteps, listValues } from './read-spec.ts'

const named = z.object({ id: z.string(), name: z.string() })

export const foundSchema = runRowSchema.extend({
  spec: z.unknown().optional(),
  playbook_approvals: z
    .array(
      z.object({
        id: z.string(),
        created_at: z.string(),
        person_id: named.extend({ avatar: nullableText }).nullish(),
        team_id: named.nullish(),
      }),
    )
    .nullish(),
  tries: z
    .array(z.object({ id: z.string(), error: nullableText, artifacts: z.array(artifactRowSchema).nullish() }))
    .nullish(),
})

type ActionRow = z.infer<typeof actionRowSchema>

const whileUnderWayMs = 500

const select =
  `${runSelect},spec,playbook_approvals(id,created_at,person_id(id,name,avatar),team_id(id,name)),` +
  'tries:playbook_run_actions(id,error,artifacts(id,filename,size,content_type,checksum,created_at))'

/**
 * Production services write an action's row when its transaction ends: a running action is `scheduled` without a
 * start, after all others have ended.
 */
const stepUnderWay = (actions: readonly ActionRow[]): ActionRow | undefined => {
  if (actions.some(({ status }) => status === 'running')) return undefined
  const first = actions
    .toSorted((a, b) => a.scheduled_time.localeCompare(b.scheduled_time))
    .find(({ status }) => !isFinalAction(status))
  return first?.status === 'scheduled' && first.start_time === null ? first : undefined
}

const toParts = (runId: string, found: readonly z.infer<typeof foundSchema>[], actions: readonly ActionRow[]) => {
  const more = new Map(found.flatMap(({ tries }) => tries ?? []).map((one) => [one.id, one]))
  return found.flatMap(({ spec, playbook_approvals: approvals, tries: _tries, parameters, ...run }): RunPart[] => {
    if (run.id !== runId) return [{ kind: 'child', ...run }]
    const read = readSpec(spec)
    const head: RunPart = {
      kind: 'run',
      ...run,
      steps: listSteps(read),
      approvers: approversIn(read),
      values: listValues(read, parameters),
    }
    const approvalParts = (approvals ?? []).map(({ id, created_at, person_id, team_id }): RunPart => ({
      kind: 'approval',
      id,
      created_at,
      person: person_id ?? null,
      team: team_id ?? null,
    }))
    const underWay = run.status === 'running' ? stepUnderWay(actions) : undefined
    const done = actions.map((action): RunPart => ({
      kind: 'try',
      ...action,
      ...(action.id === underWay?.id && { status: 'running' }),
      error: more.get(action.id)?.error ?? null,
      artifacts: more.get(action.id)?.artifacts ?? [],
    }))
    return [head, ...approvalParts, ...done]
  })
}

export const playbookRunSource = (
  fetchText: FetchText,
  { isAnnounced }: { readonly isAnnounced: boolean },
): TopicSource<{ runId: string }> => ({
  load: async ({ runId }, signal) => {
    const observedAtMs = Date.now()
    const [runs, actions] = await Promise.all([
      fetchText(
        `/api/db/playbook_runs?or=(id.eq.${runId},parent_id.eq.${runId})&select=${select}&order=created_at`,
        signal,
      ),
      fetchText(`/api/db/rpc/get_playbook_run_actions?run_id=${runId}`, signal),
    ])
    const unread: unknown[] = []
    const read = <Row>(label: string, row: z.ZodType<Row>, body: string): Row[] =>
      readKnownFormat(label, () => readRows(row, JSON.parse(body), (error) => unread.push(error)))
    const found = read('runs', foundSchema, runs)
    // An invalid run must not look like a missing one.
    if (unread.length > 0 && !found.some(({ id }) => id === runId))
      throw new SourceFailure('The backend returned the run in an unknown format.', { cause: unread[0] })
    const attempts = read('actions', actionRowSchema, actions)
    const isUnderWay = !isAnnounced && found.some((run) => isRunUnderWay(run, observedAtMs))
    return {
      body: JSON.stringify(toParts(runId, found, attempts)),
      observedAtMs,
      unread,
      againWithinMs: isUnderWay ? whileUnderWayMs : undefined,
    }
  },
})
