import { gapReasonSchema, type JournalEntry, type JournalPage, type JournalQuery } from '#shared/live/journal.ts'
import type { Queryable } from '#relay/database/database.ts'
import { storableText } from '#relay/database/storable-text.ts'
import { toFields } from './changed-fields.ts'

export type PageQuery = Pick<JournalQuery, 'entity' | 'from' | 'to' | 'limit' | 'cursor'>

interface EntryRow {
  readonly number: number
  readonly kind: string
  readonly observed_at: string
  readonly entity: string | null
  readonly row: string | null
  readonly before: string | null
  readonly until: string | null
  readonly why: string | null
  readonly reason: string | null
}

const toIsoTime = (time: string) => new Date(time).toISOString()
const fieldsIn = (json: string | null) => (json === null ? null : { ...toFields(JSON.parse(json)) })

const toJournalEntry = ({
  number,
  kind,
  observed_at,
  entity,
  row,
  before,
  until,
  why,
  reason,
}: EntryRow): JournalEntry => {
  const observedAt = toIsoTime(observed_at)
  if (kind === 'gap') {
    const ended = until === null ? null : toIsoTime(until)
    return { kind, number, observedAt, until: ended, why: gapReasonSchema.parse(why), reason: reason ?? '' }
  }
  if (kind === 'drop')
    return { kind, number, observedAt, entity: entity ?? '', row: null, before: fieldsIn(before) ?? {} }
  return { kind: 'put', number, observedAt, entity: entity ?? '', row: fieldsIn(row) ?? {}, before: fieldsIn(before) }
}

/** Gaps belong to every row; a gap that began before `from` and overlaps the range is included. */
export const readPage = async (database: Queryable, feedKey: string, query: PageQuery): Promise<JournalPage> => {
  const { entity, from, to, limit, cursor } = query
  const parameters: unknown[] = [storableText(feedKey)]
  const bind = (value: unknown) => `$${parameters.push(value)}`
  const bindDate = (ms: number) => bind(new Date(ms))
  const fromSql = from === undefined ? undefined : bindDate(from)
  const common = [
    'feed = (select id from journal.feeds where key = $1)',
    ...(to === undefined ? [] : [`observed_at < ${bindDate(to)}`]),
    ...(cursor === undefined ? [] : [`(observed_at, number) < (${bindDate(cursor.atMs)}, ${bind(cursor.number)})`]),
  ]
  const most = bind(limit + 1)
  const part = (...conditions: string[]) =>
    `(select number, kind, observed_at, entity, row, before, until, why, reason from journal.entries
      where ${[...common, ...conditions].join(' and ')} order by observed_at desc, number desc limit ${most})`
  const since = fromSql === undefined ? [] : [`observed_at >= ${fromSql}`]
  const parts =
    entity === undefined
      ? [part(...since)]
      : [part(`entity = ${bind(storableText(entity))}`, ...since), part("kind = 'gap'", ...since)]
  if (fromSql !== undefined) {
    parts.push(part("kind = 'gap'", `observed_at < ${fromSql}`, `(until is null or until > ${fromSql})`))
  }
  const { rows } = await database.query<EntryRow>(
    `select * from (${parts.join(' union all ')}) as found order by observed_at desc, number desc limit ${most}`,
    parameters,
  )
  const began = await database.query<{ began_at: string | null }>('select began_at from journal.feeds where key = $1', [
    feedKey,
  ])
  const entries = rows.slice(0, limit).map(toJournalEntry)
  const last = rows.length > limit ? entries.at(-1) : undefined
  return {
    entries,
    next: last === undefined ? null : `${Date.parse(last.observedAt)}-${last.number}`,
    reachesBackTo: began.rows[0]?.began_at == null ? null : toIsoTime(began.rows[0].began_at),
  }
}
