import type { Queryable } from '#relay/database/database.ts'
import { conditionVariables, type Facts } from './condition-variables.ts'

export interface Condition {
  readonly id: string
  readonly incidentId: string
  readonly script: string
  readonly done: boolean | null
  readonly scriptResult: string | null
  readonly isDeleted: boolean
  readonly values: Facts
}

interface Row {
  readonly id: string
  readonly incident_id: string
  readonly script: string
  readonly done: boolean | null
  readonly script_result: string | null
  readonly is_gone: boolean
  readonly check: Facts | null
  readonly config: Facts | null
  readonly component: Facts | null
  readonly analysis: Facts | null
  readonly incident: Facts
}

const conditionsMax = 2_000

/** Documents can be large, and conditions are evaluated every minute. */
const readsConfig = "script ~ '\\mconfig\\M'"

/**
 * `config` is the item's document, the rest of its row where the document has no such field, and in each case its
 * name, type, status, health and labels. The document itself is also `config.config`.
 */
const statement = `
  select evidences.id, incidents.id as incident_id, script, done, script_result,
         coalesce(checks.deleted_at, config_items.deleted_at, components.deleted_at) is not null as is_gone,
         case when checks.id is not null then to_jsonb(checks) || jsonb_build_object(
           'name', checks.name, 'type', checks.type, 'status', coalesce(checks.status, ''),
           'severity', coalesce(checks.severity, ''), 'labels', coalesce(checks.labels, '{}'),
           'since', coalesce(checks.last_transition_time, checks.created_at)) || coalesce(last_status.texts, '{}') end as "check",
         case when config_items.id is not null then to_jsonb(config_items) - 'config'
           || case when ${readsConfig} and jsonb_typeof(config_items.config) = 'object' then config_items.config else '{}' end
           || case when ${readsConfig} then jsonb_build_object('config', config_items.config) else '{}' end
           || jsonb_build_object(
           'name', coalesce(config_items.name, ''), 'type', coalesce(config_items.type, ''),
           'status', coalesce(config_items.status, ''), 'health', coalesce(config_items.health, ''),
           'labels', coalesce(config_items.labels, '{}'),
           'since', coalesce(config_items.updated_at, config_items.created_at)) end as config,
         case when components.id is not null then to_jsonb(components) || jsonb_build_object(
           'name', components.name, 'type', coalesce(components.type, ''), 'status', coalesce(components.status, ''),
           'health', coalesce(components.health, ''), 'labels', coalesce(components.labels, '{}'),
           'since', coalesce(components.updated_at, components.created_at)) end as component,
         case when config_analysis.id is not null then to_jsonb(config_analysis) || jsonb_build_object(
           'analyzer', config_analysis.analyzer, 'status', coalesce(config_analysis.status, ''),
           'severity', coalesce(config_analysis.severity::text, ''), 'since', config_analysis.first_observed) end as analysis,
         to_jsonb(incidents) || jsonb_build_object(
           'title', incidents.title, 'type', incidents.type, 'status', incidents.status, 'severity', incidents.severity,
           'since', incidents.created_at) as incident
    from evidences
    join hypotheses on hypotheses.id = evidences.hypothesis_id
    join incidents on incidents.id = hypotheses.incident_id
    left join checks on checks.id = evidences.check_id
    left join lateral (
      select jsonb_build_object('message', coalesce(message, ''), 'error', coalesce(error, '')) as texts
        from check_statuses where check_id = checks.id order by time desc limit 1
    ) as last_status on true
    left join config_items on config_items.id = evidences.config_id
    left join components on components.id = evidences.component_id
    left join config_analysis on config_analysis.id = evidences.config_analysis_id
   where definition_of_done and script <> '' and incidents.status not in ('closed', 'cancelled')
   order by incidents.created_at desc, evidences.id
   limit ${conditionsMax}`

export const readConditions = async (database: Queryable, nowMs: number): Promise<readonly Condition[]> => {
  const { rows } = await database.query<Row>(statement)
  return rows.map(
    ({ id, incident_id: incidentId, script, done, script_result: scriptResult, is_gone: isDeleted, ...row }) => ({
      id,
      incidentId,
      script,
      done,
      scriptResult,
      isDeleted,
      values: conditionVariables(row, nowMs),
    }),
  )
}
