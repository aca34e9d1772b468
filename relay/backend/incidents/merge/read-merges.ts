import type { IncidentMerges } from '#shared/incidents/merge-routes.ts'
import type { Queryable } from '#relay/database/database.ts'
import { namedColumns, type NamedIncident } from './named-incident.ts'

interface MergeRow extends NamedIncident {
  readonly is_into: boolean
  readonly at: string
  readonly by: string | null
}

const mergesMost = 50

export const readMerges = async (database: Queryable, incidentId: string): Promise<IncidentMerges> => {
  const { rows } = await database.query<MergeRow>(
    `select merge.merged_id = $1 as is_into, merge.merged_at as at, people.name as by, ${namedColumns('other')}
       from relay.incident_merges as merge
       join incidents as other
         on other.id = case merge.merged_id when $1 then relay.where_incident_went($1) else merge.merged_id end
       left join people on people.id = merge.merged_by
      where $1 in (merge.merged_id, merge.into_id) and merge.undone_at is null
      order by merge.merged_at desc limit ${mergesMost}`,
    [incidentId],
  )
  const merges = rows.map(({ is_into, at, by, ...incident }) => ({ is_into, merge: { incident, at, by } }))
  return {
    into: merges.find(({ is_into }) => is_into)?.merge ?? null,
    from: merges.flatMap(({ is_into, merge }) => (is_into ? [] : [merge])),
  }
}
