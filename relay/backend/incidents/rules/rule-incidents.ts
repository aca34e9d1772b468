import { consolePersonId } from '#relay/backend/incidents/console-person.ts'
import { cut } from '#relay/backend/clients/senders/sender.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'
import { classifyMet, type Met, type MetRow } from './classify-met.ts'
import type { OpenIncident } from './assign-failures.ts'
import type { Failure, FailureKind } from './failure.ts'

const over = "('resolved', 'closed', 'cancelled')"

interface OpenRow {
  readonly id: string
  readonly group: string
  readonly joined_at: string
  readonly created_at: string
}

export const readOpen = async (database: Queryable, ruleId: string): Promise<readonly OpenIncident[]> => {
  const { rows } = await database.query<OpenRow>(
    `select incidents.id, group_key as "group", joined_at, incidents.created_at
       from relay.rule_incidents as own join incidents on incidents.id = own.incident_id
      where rule_id = $1 and status not in ${over}`,
    [ruleId],
  )
  return rows.map(({ id, group, joined_at: joined, created_at: created }) => ({
    id,
    group,
    joinedAtMs: Date.parse(joined),
    openedAtMs: Date.parse(created),
  }))
}

export const readMet = async (database: Queryable, ruleId: string, failures: readonly Failure[]): Promise<Met> => {
  const { rows } = await database.query<MetRow>(
    `select given.kind, given.id, incidents.id as incident_id, incidents.status in ${over} as is_over, resolved_by_rule,
            coalesce(incidents.resolved, incidents.closed, incidents.updated_at) as ended_at
       from jsonb_to_recordset($2::jsonb) as given (kind text, id uuid)
       join evidences on (given.kind = 'check' and evidences.check_id = given.id)
                      or (given.kind = 'component' and evidences.component_id = given.id)
                      or (given.kind = 'config' and evidences.config_id = given.id)
       join hypotheses on hypotheses.id = hypothesis_id
       join incidents on incidents.id = hypotheses.incident_id
       join relay.rule_incidents on relay.rule_incidents.incident_id = incidents.id and rule_id = $1
      order by ended_at`,
    [ruleId, JSON.stringify(failures.map(({ kind, id }) => ({ kind, id })))],
  )
  return classifyMet(rows, failures)
}

const evidenceType: Readonly<Record<FailureKind, string>> = { check: 'check', component: 'topology', config: 'config' }

const descriptionMax = 2_000

const toEvidence = ({ kind, id, name, message, sinceMs }: Failure) => ({
  type: evidenceType[kind],
  description: cut(message === '' ? name : `${name}: ${message}`, descriptionMax),
  check_id: kind === 'check' ? id : null,
  component_id: kind === 'component' ? id : null,
  config_id: kind === 'config' ? id : null,
  evidence: kind === 'check' ? { check_id: id, start: new Date(sinceMs).toISOString(), includeMessages: true } : null,
})

export const addMembers = async (database: Queryable, incidentId: string, failures: readonly Failure[]) => {
  const hypothesis = await database.query<{ id: string }>(
    `select id from hypotheses where incident_id = $1 order by created_by = $2 desc, created_at, id limit 1`,
    [incidentId, consolePersonId],
  )
  const hypothesisId =
    hypothesis.rows[0]?.id ??
    (
      await database.query<{ id: string }>(
        `insert into hypotheses (incident_id, type, title, status, created_by)
         values ($1, 'root', 'What fails', 'possible', $2) returning id`,
        [incidentId, consolePersonId],
      )
    ).rows[0]?.id
  await database.query(
    `insert into evidences (hypothesis_id, type, description, check_id, component_id, config_id, evidence, created_by)
     select $1, type, description, check_id, component_id, config_id, evidence, $2
       from jsonb_to_recordset($3::jsonb) as given
            (type text, description text, check_id uuid, component_id uuid, config_id uuid, evidence jsonb)`,
    [hypothesisId, consolePersonId, storableJson(failures.map(toEvidence))],
  )
  await database.query(`update relay.rule_incidents set joined_at = now(), well_since = null where incident_id = $1`, [
    incidentId,
  ])
}

export const countMembers = async (database: Queryable, incidentId: string): Promise<number> => {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from evidences join hypotheses on hypotheses.id = hypothesis_id
      where incident_id = $1 and evidences.created_by = $2`,
    [incidentId, consolePersonId],
  )
  return rows[0]?.count ?? 0
}

/** No effect if a person changed the title. */
export const retitle = async (database: Queryable, incidentId: string, title: string): Promise<void> => {
  const { affectedRows } = await database.query(
    `update incidents set title = $2 from relay.rule_incidents as own
      where own.incident_id = incidents.id and incidents.id = $1 and incidents.title = own.title and own.title <> $2`,
    [incidentId, title],
  )
  if (affectedRows > 0)
    await database.query('update relay.rule_incidents set title = $2 where incident_id = $1', [incidentId, title])
}

export const reopen = async (database: Queryable, ids: readonly string[]): Promise<void> => {
  await database.query(`update incidents set status = 'open' where id = any($1::uuid[])`, [ids])
  await database.query(
    `update relay.rule_incidents set resolved_by_rule = false, well_since = null, joined_at = now() where incident_id = any($1::uuid[])`,
    [ids],
  )
}

/** Returns the ids of the closed incidents. An incident merged into one that the rule did not open closes nothing. */
export const settle = async (
  database: Queryable,
  ruleId: string,
  { resolveMs, closeMs }: { readonly resolveMs: number | undefined; readonly closeMs: number | undefined },
): Promise<readonly string[]> => {
  await database.query(
    `update relay.rule_incidents as own
        set well_since = case when troubled.is_so then null else coalesce(own.well_since, now()) end
       from (
         select incident_id, exists (
           select from hypotheses join evidences on evidences.hypothesis_id = hypotheses.id
             join relay.failures on resource_id in (evidences.check_id, evidences.component_id, evidences.config_id)
            where hypotheses.incident_id = mine.incident_id and evidences.created_by = $2) as is_so
           from relay.rule_incidents as mine where rule_id = $1
       ) as troubled
      where troubled.incident_id = own.incident_id and (own.well_since is null) is distinct from troubled.is_so`,
    [ruleId, consolePersonId],
  )
  const resolved = await endPassing(database, ruleId, 'resolved', resolveMs)
  return [...resolved, ...(await endPassing(database, ruleId, 'closed', closeMs))]
}

/** The time counts from the moment at which the last member passed, also where a rule has only one of both. */
const endPassing = async (
  database: Queryable,
  ruleId: string,
  status: 'resolved' | 'closed',
  passingMs: number | undefined,
): Promise<readonly string[]> => {
  if (passingMs === undefined) return []
  const { rows } = await database.query<{ id: string }>(
    `update incidents set status = $3 from relay.rule_incidents as own
      where own.incident_id = incidents.id and rule_id = $1 and incident_rule_id = rule_id
        and status not in ${status === 'closed' ? "('closed', 'cancelled')" : over}
        and well_since <= now() - make_interval(secs => $2::float8)
        and not exists (
          select from hypotheses join evidences on evidences.hypothesis_id = hypotheses.id
           where hypotheses.incident_id = incidents.id and definition_of_done and done is not true)
      returning incidents.id`,
    [ruleId, passingMs / 1_000, status],
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0)
    await database.query(
      'update relay.rule_incidents set resolved_by_rule = true where incident_id = any($1::uuid[])',
      [ids],
    )
  return ids
}
