import type { ActionStatus, RunStatus } from '#shared/playbooks/run-status.ts'
import type { TargetIds } from '#shared/playbooks/playbook-routes.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'

export interface StoredRun {
  readonly id: string
  readonly playbook_id: string
  readonly parent_id: string | null
  readonly status: string
  readonly spec: unknown
  readonly parameters: Readonly<Record<string, string>> | null
  readonly request: unknown
  /** Nanoseconds. */
  readonly timeout: number
  readonly config_id: string | null
  readonly component_id: string | null
  readonly check_id: string | null
  readonly scheduled_time: string
  readonly start_time: string | null
  readonly end_time: string | null
  readonly created_at: string
  readonly error: string | null
  readonly created_by: { readonly id: string; readonly name: string; readonly email: string | null } | null
}

interface NewRun {
  readonly id: string
  readonly playbookId: string
  readonly status: RunStatus
  readonly spec: unknown
  readonly parameters: Readonly<Record<string, string>>
  readonly request: unknown
  readonly timeoutMs: number
  readonly target: TargetIds
  readonly parentId: string | null
  readonly notificationSendId: string | null
  readonly createdBy: string | null
}

const final = "('completed', 'failed', 'cancelled', 'timed_out')"

export const insertRun = async (database: Queryable, secrets: StoredSecrets, run: NewRun): Promise<string> => {
  const { id, spec, request = null } = run
  const sealed = secrets.seal('playbook_runs', { id, spec, request }, undefined, { nothingStored: 'leave' })
  const { rows } = await database.query<{ scheduled_time: string }>(
    `insert into playbook_runs (id, playbook_id, status, spec, parameters, request, timeout, config_id, component_id, check_id,
       parent_id, notification_send_id, created_by)
     values ($1, $2, $3, $4::jsonb, $5::jsonb, $6::jsonb, $7, $8, $9, $10, $11, $12,
       (select id from people where id = $13 and deleted_at is null))
     returning scheduled_time`,
    [
      run.id,
      run.playbookId,
      run.status,
      storableJson(sealed.spec),
      storableJson(run.parameters),
      sealed.request === null ? null : storableJson(sealed.request),
      run.timeoutMs * 1_000_000,
      run.target.config_id ?? null,
      run.target.component_id ?? null,
      run.target.check_id ?? null,
      run.parentId,
      run.notificationSendId,
      run.createdBy,
    ],
  )
  return rows[0]?.scheduled_time ?? new Date().toISOString()
}

export const readRun = async (database: Queryable, id: string): Promise<StoredRun | undefined> => {
  const { rows } = await database.query<StoredRun>(
    `select runs.id, playbook_id, parent_id, status, spec, parameters, request, timeout, config_id, component_id, check_id,
            scheduled_time, start_time, end_time, runs.created_at, error,
            case when people.id is not null
              then jsonb_build_object('id', people.id, 'name', people.name, 'email', people.email) end as created_by
       from playbook_runs as runs left join people on people.id = runs.created_by where runs.id = $1`,
    [id],
  )
  return rows[0]
}

/** Returns false if it is no longer scheduled: cancelled, or claimed by another relay instance. */
export const claimRun = async (database: Queryable, id: string, relayId: string): Promise<boolean> => {
  const { affectedRows } = await database.query(
    `with taken as (
       update playbook_runs set status = 'running', start_time = now() where id = $1 and status = 'scheduled' returning id
     )
     insert into relay.playbook_run_claims (run_id, instance_id) select id, $2 from taken
     on conflict (run_id) do update set instance_id = excluded.instance_id`,
    [id, relayId],
  )
  return affectedRows > 0
}

export const setRunStatus = async (database: Queryable, id: string, status: RunStatus): Promise<boolean> => {
  const { affectedRows } = await database.query(
    `update playbook_runs set status = $2 where id = $1 and status not in ${final}`,
    [id, status],
  )
  return affectedRows > 0
}

export const endRun = async (
  database: Queryable,
  id: string,
  status: RunStatus,
  error: string | null,
): Promise<boolean> => {
  const { affectedRows } = await database.query(
    `update playbook_runs set status = $2, error = coalesce($3, error), end_time = now()
      where id = $1 and status not in ${final}`,
    [id, status, error],
  )
  return affectedRows > 0
}

export interface NewAction {
  readonly id: string
  readonly runId: string
  readonly name: string
  readonly status: ActionStatus
  readonly attempt: number
  readonly delayMs: number
}

/** Returns false when the run has ended, also because another relay instance found this one silent. */
export const insertAction = async (database: Queryable, action: NewAction): Promise<boolean> => {
  const { affectedRows } = await database.query(
    `insert into playbook_run_actions (id, playbook_run_id, name, status, retry_count, scheduled_time, start_time)
     select $1::uuid, id, $3::text, $4::text, $5::int, now() + $6::float8 * interval '1 millisecond', case when $4 = 'running' then now() end
       from playbook_runs where id = $2 and status not in ${final} for share`,
    [action.id, action.runId, action.name, action.status, action.attempt, action.delayMs],
  )
  return affectedRows > 0
}

export const startAction = async (database: Queryable, id: string): Promise<void> => {
  await database.query("update playbook_run_actions set status = 'running', start_time = now() where id = $1", [id])
}

interface ActionEnd {
  readonly status: ActionStatus
  readonly result: Readonly<Record<string, unknown>> | null
  readonly error: string | null
}

export const endAction = async (
  database: Queryable,
  id: string,
  { status, result, error }: ActionEnd,
): Promise<void> => {
  await database.query(
    `update playbook_run_actions
        set status = $2, result = $3::jsonb, error = $4, start_time = coalesce(start_time, now()), end_time = now()
      where id = $1 and end_time is null`,
    [id, status, result === null ? null : storableJson(result), error],
  )
}

export const recordLoss = async (database: Queryable, actionId: string, reason: string): Promise<void> => {
  await database.query(
    'insert into relay.playbook_action_log_losses (action_id, reason) values ($1, $2) on conflict do nothing',
    [actionId, reason],
  )
}
