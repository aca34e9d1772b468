import type { CoveringSilence, SilencedKind } from '#shared/notifications/silences-of-route.ts'
import type { ViewerReader } from '#relay/backend/data-api/read-as-viewer.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { Happening } from './event-queue.ts'
import { covers, holdsAt, readSilences, type Silence } from './silences.ts'
import { readSubjects } from './subject.ts'

interface Terms {
  readonly id: string
  readonly by: string | null
  readonly until_recovers: boolean
}

const readTerms = async (database: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Terms>> => {
  const { rows } = await database.query<Terms>(
    `select silence.id, people.name as by, coalesce(terms.until_recovers, false) as until_recovers
       from notification_silences as silence left join people on people.id = silence.created_by
       left join notification_silence_terms as terms on terms.silence_id = silence.id
      where silence.id = any($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The silences that cover a thing that the viewer may see, as far as the viewer may read them; those that hold now first. */
export const silencesOf = async (
  database: Queryable,
  reader: Pick<ViewerReader, 'rowsOf'>,
  kind: SilencedKind,
  id: string,
): Promise<readonly CoveringSilence[]> => {
  const asked: Happening = { id, event: kind, kind, about: { id }, at: '', attempts: 0 }
  const subject = (await readSubjects(database, [asked])).get(id)
  if (subject === undefined) return []
  const covering: Silence[] = []
  for (const silence of await readSilences(database)) if (await covers(silence, subject)) covering.push(silence)
  const readable = new Set(
    (
      await reader.rowsOf(
        'notification_silences',
        'id',
        covering.map((silence) => silence.id),
      )
    ).map((row) => row['id']),
  )
  const shown = covering.filter((silence) => readable.has(silence.id))
  const terms = await readTerms(
    database,
    shown.map((silence) => silence.id),
  )
  const nowMs = Date.now()
  return shown
    .map((silence) => ({
      id: silence.id,
      name: silence.name,
      from: silence.from,
      until: silence.until,
      window: silence.window,
      until_recovers: terms.get(silence.id)?.until_recovers ?? false,
      by: terms.get(silence.id)?.by ?? null,
      holds: holdsAt(silence, nowMs),
    }))
    .toSorted((one, other) => Number(other.holds) - Number(one.holds))
}
