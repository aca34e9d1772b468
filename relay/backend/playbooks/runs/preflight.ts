import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { preflightRoute } from '#shared/playbooks/playbook-routes.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { findApprovers } from '#shared/playbooks/playbook-spec.ts'
import type { Preflight } from '#shared/playbooks/preflight.ts'
import { secretsIn } from '#relay/backend/secrets/change-secrets.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import type { PlaybookDeps } from '#relay/backend/playbooks/playbook-deps.ts'
import { resolveParameters } from '#relay/backend/playbooks/spec/resolve-parameters.ts'
import { hideSecrets, renderSteps } from './render-steps.ts'
import { readRunnable } from './start-run.ts'
import type { Target } from './targets.ts'
import type { Queryable } from '#relay/database/database.ts'

const validForMs = 2 * 60_000

/** Throws the same errors as starting the run. Starts and stores nothing. */
export const createPreflight = async (
  deps: PlaybookDeps,
  playbookId: string,
  request: z.infer<typeof preflightRoute.body>,
  viewer: Viewer,
): Promise<Preflight> => {
  const { database, resolveSecret } = deps
  const { playbook, spec, target, environment, resolve } = await readRunnable(deps, playbookId, {
    ids: request,
    viewer,
  })
  const params = await resolveParameters(spec.parameters, request.params ?? {}, environment, resolve)
  const mask = new Mask()
  for (const { name, type } of spec.parameters ?? []) if (type === 'secret') mask.hide(params[name] ?? '')
  mask.hideAll(secretsIn(spec))
  const env: Record<string, string> = {}
  for (const source of spec.env ?? []) {
    env[source.name] = await resolveSecret(source).catch(() => '')
    if (source.valueFrom !== undefined) mask.hide(env[source.name] ?? '')
  }
  const shownParams = await resolve(hideSecrets(spec.parameters, params))
  const filled = { ...environment, params: shownParams, env }
  return {
    token: randomUUID(),
    expiresAt: new Date(Date.now() + validForMs).toISOString(),
    target: target === null ? null : { kind: target.kind, id: target.id, name: target.name, type: target.type },
    steps: await renderSteps(spec, filled, mask),
    approvers: findApprovers(spec),
    running: target === null ? [] : await runningOn(database, target),
    last: await loadLastRuns(database, playbook.id, target),
  }
}

const targetColumn = ({ kind }: Target) => `${kind}_id`

export const runningOn = async (database: Queryable, target: Target): Promise<Preflight['running']> => {
  const { rows } = await database.query<Preflight['running'][number]>(
    `select runs.id, coalesce(nullif(playbooks.title, ''), playbooks.name) as playbook, status,
            coalesce(start_time, runs.created_at) as since
       from playbook_runs as runs join playbooks on playbooks.id = runs.playbook_id
      where runs.${targetColumn(target)} = $1 and status not in ('completed', 'failed', 'cancelled', 'timed_out')
      order by runs.created_at limit 20`,
    [target.id],
  )
  return rows
}

const loadLastRuns = async (
  database: Queryable,
  playbookId: string,
  target: Target | null,
): Promise<Preflight['last']> => {
  const { rows } = await database.query<Preflight['last'][number]>(
    `select runs.id, status, end_time as "endedAt",
            round(extract(epoch from end_time - coalesce(start_time, runs.created_at)) * 1000)::float8 as "durationMs",
            coalesce(error, (select actions.name || ': ' || actions.error from playbook_run_actions as actions
                              where actions.playbook_run_id = runs.id and actions.error is not null
                              order by actions.start_time limit 1)) as error
       from playbook_runs as runs
      where playbook_id = $1 and status in ('completed', 'failed', 'cancelled', 'timed_out')
        ${target === null ? '' : `and ${targetColumn(target)} = $2`}
      order by runs.created_at desc limit 5`,
    target === null ? [playbookId] : [playbookId, target.id],
  )
  return rows
}
