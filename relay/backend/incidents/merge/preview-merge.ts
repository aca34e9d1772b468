import type { z } from 'zod'
import type { mergePreviewRoute } from '#shared/incidents/merge-routes.ts'
import type { Queryable } from '#relay/database/database.ts'
import { conflict } from '#relay/errors/http-error.ts'
import { heldIncident, namedColumns, refuseMerged, type NamedIncident } from './named-incident.ts'

type MergePreview = z.input<(typeof mergePreviewRoute)['response']>

export const refuseUnmergeable = async (database: Queryable, merged: NamedIncident, into: NamedIncident) => {
  if (merged.id === into.id) throw conflict(`${merged.number} cannot be merged into itself.`)
  await refuseMerged(database, merged, 'Open % instead.')
  await refuseMerged(database, into, 'Merge into % instead.')
}

export const isSharedResponder = `exists (
  select from responders as there where there.incident_id = $2 and there.deleted_at is null
     and (there.person_id, there.team_id) is not distinct from (responders.person_id, responders.team_id)
     and (there.person_id is not null or there.team_id is not null
          or there.properties is not distinct from responders.properties))`

export const previewMerge = async (database: Queryable, mergedId: string, intoId: string): Promise<MergePreview> => {
  const { rows: named } = await database.query<NamedIncident>(
    `select ${namedColumns('incidents')} from incidents where id = any($1::uuid[])`,
    [[mergedId, intoId]],
  )
  const known = new Map(named.map((row) => [row.id, row]))
  const [merged, into] = [heldIncident(known, mergedId), heldIncident(known, intoId)]
  await refuseUnmergeable(database, merged, into)
  const { rows } = await database.query<MergePreview['moves'] & { responders_there: number }>(
    `select (select count(*)::int from hypotheses where incident_id = $1) as hypotheses,
            (select count(*)::int from evidences join hypotheses on hypotheses.id = hypothesis_id
              where incident_id = $1) as evidences,
            (select count(*)::int from comments where incident_id = $1) as comments,
            (select count(*)::int from responders where incident_id = $1 and deleted_at is null
               and not ${isSharedResponder}) as responders,
            (select count(*)::int from responders where incident_id = $1 and deleted_at is null
               and ${isSharedResponder}) as responders_there,
            (select count(*)::int from relay.incident_links
              where incident_id = $1 and revoked_at is null and ends_at > now()) as links`,
    [mergedId, intoId],
  )
  const { rows: rules } = await database.query<{ name: string }>(
    `select name from relay.rule_incidents join incident_rules on incident_rules.id = rule_id
      where incident_id = $1 and deleted_at is null order by name`,
    [mergedId],
  )
  const [counts] = rows
  if (counts === undefined) throw new Error('The merge preview returned no counts.')
  const { responders_there: there, ...moves } = counts
  return { merged, into, moves, responders_there: there, rules: rules.map(({ name }) => name) }
}
