import { Duration } from '#relay/backend/templates/duration.ts'
import { filledRow } from '#relay/backend/templates/places/empty-rows.ts'
import type { Queryable } from '#relay/database/database.ts'

type Facts = Readonly<Record<string, unknown>>

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
           'since', coalesce(checks.last_transition_time, checks.created_at)) end as "check",
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
    left join config_items on config_items.id = evidences.config_id
    left join components on components.id = evidences.component_id
    left join config_analysis on config_analysis.id = evidences.config_analysis_id
   where definition_of_done and script <> '' and incidents.status not in ('closed', 'cancelled')
   order by incidents.created_at desc, evidences.id
   limit ${conditionsMax}`

const aged = (facts: Facts | null, nowMs: number): Facts | undefined => {
  if (facts === null) return undefined
  const { since, ...rest } = facts
  const sinceMs = typeof since === 'string' ? Date.parse(since) : nowMs
  return { ...rest, age: new Duration(Math.max(0, nowMs - sinceMs)) }
}

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
      values: Object.fromEntries(
        // A filled row in place of an absent one would meet conditions such as check.status != 'unhealthy'.
        (['check', 'config', 'component', 'analysis', 'incident'] as const).flatMap((name): [string, Facts][] => {
          const facts = aged(row[name], nowMs)
          return facts === undefined ? [] : [[name, filledRow(name, facts)]]
        }),
      ),
    }),
  )
}
