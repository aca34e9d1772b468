import type { Queryable } from '#relay/database/database.ts'
import type { ResourceRef } from './near-resources.ts'

export interface IncidentFacts {
  readonly id: string
  readonly resources: readonly ResourceRef[]
  readonly beganMs: number
}

export const incidentResourcesSql = `
  select hypotheses.incident_id, thing.kind, thing.id
    from hypotheses join evidences on evidences.hypothesis_id = hypotheses.id
    left join config_changes as change on change.id = evidences.config_change_id
    left join config_analysis as insight on insight.id = evidences.config_analysis_id
   cross join lateral (values
     ('check', evidences.check_id), ('component', evidences.component_id),
     ('config', coalesce(evidences.config_id, change.config_id, insight.config_id))
   ) as thing (kind, id)
   where thing.id is not null`

const resourcesMax = 200

export const readFacts = async (database: Queryable, incidentId: string): Promise<IncidentFacts> => {
  const { rows: resources } = await database.query<ResourceRef>(
    `select distinct kind, id from (${incidentResourcesSql}) as own where incident_id = $1 limit ${resourcesMax}`,
    [incidentId],
  )
  const { rows } = await database.query<{ began: string }>(
    `select least(created_at, (
       select min((evidence ->> 'start')::timestamptz) from evidences join hypotheses on hypotheses.id = hypothesis_id
        where hypotheses.incident_id = incidents.id and evidences.type = 'check'
          and evidence ->> 'start' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$'
          and (evidence ->> 'start')::timestamptz > incidents.created_at - interval '2 hours'
     )) as began from incidents where id = $1`,
    [incidentId],
  )
  return { id: incidentId, resources, beganMs: Date.parse(rows[0]?.began ?? '') }
}
