import type { z } from 'zod'
import type { timelineRoute } from '#shared/incidents/timeline-routes.ts'
import type { Queryable } from '#relay/database/database.ts'

type Timeline = z.input<(typeof timelineRoute)['response']>

const most = 500

export const readHandwork = async (
  database: Queryable,
  incidentId: string,
): Promise<Pick<Timeline, 'notes' | 'marks'>> => {
  const [notes, marks] = await Promise.all([
    database.query<Timeline['notes'][number]>(
      `select n.id, n.at, people.name as who, n.said as says
         from relay.timeline_notes n left join people on people.id = n.created_by
        where n.incident_id = $1 order by n.created_at desc limit ${most}`,
      [incidentId],
    ),
    database.query<Timeline['marks'][number]>(
      `select line_id as id, hidden, pinned, at from relay.timeline_marks where incident_id = $1
        order by changed_at desc limit ${most}`,
      [incidentId],
    ),
  ])
  return { notes: notes.rows, marks: marks.rows }
}

interface By {
  readonly incidentId: string
  readonly personId: string
}

export const addNote = async (
  database: Queryable,
  { incidentId, personId, at, says }: By & { readonly at: string; readonly says: string },
): Promise<string> => {
  const { rows } = await database.query<{ id: string }>(
    `insert into relay.timeline_notes (incident_id, at, said, created_by)
     values ($1, $2, $3, (select id from people where id::text = $4)) returning id`,
    [incidentId, at, says, personId],
  )
  return rows[0]?.id ?? ''
}

interface LineChange extends By {
  readonly line: string
  readonly hidden?: boolean | undefined
  readonly pinned?: boolean | undefined
  readonly at?: string | null | undefined
}

export const markLine = async (
  database: Queryable,
  { incidentId, personId, line, hidden, pinned, at }: LineChange,
): Promise<Timeline['marks'][number]> => {
  const { rows } = await database.query<Timeline['marks'][number]>(
    `insert into relay.timeline_marks as kept (incident_id, line_id, hidden, pinned, at, changed_by)
     values ($1, $2, coalesce($3, false), coalesce($4, false), $5, (select id from people where id::text = $7))
     on conflict (incident_id, line_id) do update set
       hidden = coalesce($3, kept.hidden), pinned = coalesce($4, kept.pinned),
       at = case when $6 then $5 else kept.at end, changed_by = excluded.changed_by, changed_at = now()
     returning line_id as id, hidden, pinned, at`,
    [incidentId, line, hidden ?? null, pinned ?? null, at ?? null, at !== undefined, personId],
  )
  const [mark] = rows
  if (mark === undefined) throw new Error('The mark was not stored.')
  return mark
}
