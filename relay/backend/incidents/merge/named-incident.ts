import type { Queryable } from '#relay/database/database.ts'
import { conflict, notFound } from '#relay/errors/http-error.ts'

export interface NamedIncident {
  readonly id: string
  readonly number: string
  readonly title: string
  readonly status: string
}

export const namedColumns = (incident: string): string =>
  `${incident}.id, ${incident}.incident_id as number, ${incident}.title, ${incident}.status`

export const holdIncidents = async (
  transaction: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedIncident>> => {
  const { rows } = await transaction.query<NamedIncident>(
    `select ${namedColumns('incidents')} from incidents where id = any($1::uuid[]) order by id for update`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export const heldIncident = (held: ReadonlyMap<string, NamedIncident>, id: string): NamedIncident => {
  const incident = held.get(id)
  if (incident === undefined)
    throw notFound('This incident was deleted in the meantime. Nothing was moved. Choose another one.')
  return incident
}

export const refuseMerged = async (
  database: Queryable,
  { id, number }: NamedIncident,
  suggestion: string,
): Promise<void> => {
  const { rows } = await database.query<{ number: string; by: string | null }>(
    `select incidents.incident_id as number, people.name as by
       from relay.incident_merges as merge join incidents on incidents.id = merge.into_id
       left join people on people.id = merge.merged_by
      where merge.merged_id = $1 and merge.undone_at is null`,
    [id],
  )
  const [merge] = rows
  if (merge === undefined) return
  const by = merge.by === null ? '' : ` by ${merge.by}`
  throw conflict(`${number} was merged into ${merge.number}${by}. ${suggestion.replace('%', merge.number)}`)
}

export const recordHistory = async (
  transaction: Queryable,
  entry: {
    readonly incidentId: string
    readonly type: string
    readonly description: string
    readonly personId: string
  },
): Promise<void> => {
  await transaction.query(
    'insert into incident_histories (incident_id, type, description, created_by) values ($1, $2, $3, $4)',
    [entry.incidentId, entry.type, entry.description, entry.personId],
  )
}
