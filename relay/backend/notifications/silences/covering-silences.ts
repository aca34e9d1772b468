import type { CoveringSilence, SilencedKind } from '#shared/notifications/resource-silences-route.ts'
import type { ViewerReader } from '#relay/backend/data-api/read-as-viewer.ts'
import type { Queryable } from '#relay/database/database.ts'
import { covers, holdsAt, readSilences, type Silence } from './silences.ts'
import { readSubjects } from '#relay/backend/notifications/events/subject.ts'

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

type Reader = Pick<ViewerReader, 'listRows'>

/** Returns only silences that the viewer may read. Access to the resources is not checked here. */
const covering = async (
  database: Queryable,
  reader: Reader,
  silences: readonly Silence[],
  { kind, ids }: { readonly kind: SilencedKind; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, readonly CoveringSilence[]>> => {
  if (silences.length === 0 || ids.length === 0) return new Map()
  const subjects = await readSubjects(
    database,
    ids.map((id) => ({ id, event: kind, kind, about: { id } })),
  )
  const found = await Promise.all(
    [...subjects].map(async ([id, subject]) => {
      const those: Silence[] = []
      for (const silence of silences) if (await covers(database, silence, subject)) those.push(silence)
      return [id, those] as const
    }),
  )
  const named = [...new Set(found.flatMap(([, those]) => those.map((silence) => silence.id)))]
  const rows = await reader.listRows('notification_silences', 'id', named)
  const readable = new Set(rows.map((row) => row['id']))
  const terms = await readTerms(database, named)
  const nowMs = Date.now()
  const shown = (silence: Silence): CoveringSilence => ({
    id: silence.id,
    name: silence.name,
    from: silence.from,
    until: silence.until,
    window: silence.window,
    until_recovers: terms.get(silence.id)?.until_recovers ?? false,
    by: terms.get(silence.id)?.by ?? null,
    holds: holdsAt(silence, nowMs),
  })
  return new Map(found.map(([id, those]) => [id, those.filter((each) => readable.has(each.id)).map(shown)]))
}

export const listCoveringSilences = async (
  database: Queryable,
  reader: Reader,
  kind: SilencedKind,
  id: string,
): Promise<readonly CoveringSilence[]> => {
  const found = await covering(database, reader, await readSilences(database), { kind, ids: [id] })
  return (found.get(id) ?? []).toSorted((one, other) => Number(other.holds) - Number(one.holds))
}

const getEndMs = ({ until }: CoveringSilence): number => (until === null ? Infinity : Date.parse(until))

export const silencedNow = async (
  database: Queryable,
  reader: Reader,
  kind: SilencedKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CoveringSilence>> => {
  const nowMs = Date.now()
  const holding = (await readSilences(database)).filter((silence) => holdsAt(silence, nowMs))
  const found = await covering(database, reader, holding, { kind, ids })
  return new Map(
    [...found].flatMap(([id, silences]) => {
      const [last] = silences.toSorted((one, other) => getEndMs(other) - getEndMs(one))
      return last === undefined ? [] : [[id, last] as const]
    }),
  )
}
