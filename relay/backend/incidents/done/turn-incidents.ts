import { consolePersonId } from '#relay/backend/incidents/console-person.ts'
import type { Queryable } from '#relay/database/database.ts'

/**
 * A status that a person sets stays until a condition changes again. Derived from the timeline, so it survives a
 * restart.
 */
const turnedSinceStatus = (turn: string) => `
  (select max(created_at) from incident_histories as turns
    where turns.incident_id = incidents.id and turns.type = 'evidence.done_updated' and turns.description = '${turn}')
  > (select max(created_at) from incident_histories as set_to
      where set_to.incident_id = incidents.id and set_to.type in ('incident.created', 'incident.status_updated'))`

const conditionsSql = `evidences join hypotheses on hypotheses.id = hypothesis_id
   where hypotheses.incident_id = incidents.id and definition_of_done`

export const resolveDone = async (database: Queryable): Promise<readonly string[]> => {
  const { rows } = await database.query<{ id: string }>(
    `update incidents set status = 'resolved'
      where status not in ('resolved', 'closed', 'cancelled')
        and exists (select from ${conditionsSql})
        and not exists (select from ${conditionsSql} and done is not true)
        and ${turnedSinceStatus('done')}
      returning id`,
  )
  return rows.map(({ id }) => id)
}

export const reopenUndone = async (database: Queryable): Promise<readonly string[]> => {
  const { rows } = await database.query<{ id: string }>(
    `update incidents set status = 'open'
      where status = 'resolved' and exists (select from ${conditionsSql} and done = false) and ${turnedSinceStatus('not done')}
      returning id`,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0)
    await database.query(
      `insert into comments (incident_id, comment, created_by)
       select hypotheses.incident_id,
              left('Reopened: ' || string_agg('“' || evidences.description || '”', ', ' order by evidences.created_at)
                   || ' no longer holds.', 5000), $2
         from evidences join hypotheses on hypotheses.id = hypothesis_id
        where hypotheses.incident_id = any($1::uuid[]) and definition_of_done and done = false
        group by hypotheses.incident_id`,
      [ids, consolePersonId],
    )
  return ids
}
