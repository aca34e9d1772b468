import type { Database } from '#relay/database/database.ts'
import type { FeedName } from '#relay/live/feeds/feed-recorder.ts'
import type { VersionHole } from '#relay/live/feeds/versioned-rows.ts'
import type { GapReason } from '#shared/live/journal.ts'
import { storableText } from '#relay/database/storable-text.ts'

export type NewEntry =
  | {
      readonly kind: 'put' | 'drop'
      readonly version: number
      readonly observedAtMs: number
      readonly entity: string
      readonly row: string | null
      readonly before: string | null
    }
  | {
      readonly kind: 'gap'
      readonly observedAtMs: number
      readonly untilMs: number | null
      readonly why: GapReason
      readonly reason: string
    }

export interface WriterLease {
  readonly id: number
  readonly era: number
  readonly epoch: string
  readonly version: number
  readonly knownFrom: number
  readonly aliveAtMs: number | null
  readonly hasOpenGap: boolean
  readonly isOwn: boolean
}

export interface FeedPart {
  readonly id: number
  readonly era: number
  readonly epoch: string
  readonly version: number
  /** Oldest version with a known net change; null: unchanged. */
  readonly knownFrom: number | null
  readonly beganAtMs: number | null
  readonly aliveAtMs: number | null
  readonly gapUntilMs: number | null
  readonly entries: readonly NewEntry[]
  readonly marks: Uint8Array | null
  /** Versions that an earlier relay may have sent without recording them. */
  readonly hole: VersionHole | null
}

interface Keyframe {
  readonly id: number
  readonly era: number
  readonly version: number
  readonly observedAtMs: number
  readonly body: Uint8Array
}

export interface RecordedParts {
  readonly keyframe: { readonly version: number; readonly body: Uint8Array }
  readonly entries: readonly {
    readonly version: number
    readonly kind: string
    readonly entity: string
    readonly row: string | null
  }[]
  readonly drops: readonly { readonly version: number; readonly entity: string }[]
  readonly marks: readonly {
    readonly version: number
    readonly keys: Uint8Array
    readonly hole_after: number | null
    readonly hole_before: number | null
  }[]
}

/** Writes take effect only while this relay holds the feed's lease. */
export interface JournalStore {
  readonly acquire: (feed: FeedName) => Promise<WriterLease>
  /** One statement for all parts. Returns the ids of the feeds that this relay still owned. */
  readonly commit: (parts: readonly FeedPart[]) => Promise<ReadonlySet<number>>
  readonly putKeyframe: (keyframe: Keyframe) => Promise<void>
  readonly recorded: (lease: WriterLease) => Promise<RecordedParts | null>
  readonly release: (ids: readonly number[]) => Promise<void>
}

const entryOverheadBytes = 200
const countBytes = (text: string | null) => (text === null ? 0 : Buffer.byteLength(text))
const parseMs = (iso: string | null) => (iso === null ? null : Date.parse(iso))

interface JournalStoreOptions {
  readonly database: Database
  readonly writer: string
  readonly leaseMs: number
}

const commitSql = `
  with part as (
    select * from unnest($2::int[], $3::int[], $4::text[], $5::int8[], $6::int8[], $7::timestamptz[], $8::timestamptz[], $22::timestamptz[])
      as part (feed, era, epoch, version, known_from, alive_at, gap_until, began_at)
  ), earlier as (
    select feeds.id, feeds.era, feeds.version from journal.feeds join part on feeds.id = part.feed
  ), mine as (
    update journal.feeds set
      era = part.era, epoch = part.epoch, version = part.version,
      known_from = coalesce(part.known_from, feeds.known_from),
      alive_at = coalesce(part.alive_at, feeds.alive_at),
      began_at = coalesce(feeds.began_at, part.began_at),
      writer_until = now() + $9 * interval '1 millisecond'
    from part where feeds.id = part.feed and feeds.writer = $1
    returning feeds.id, feeds.era, feeds.version
  ), closed as (
    update journal.entries set until = part.gap_until
    from part join mine on mine.id = part.feed
    where entries.feed = mine.id and entries.kind = 'gap' and entries.until is null and part.gap_until is not null
  ), marked as (
    insert into journal.marks (feed, era, version, observed_at, keys, hole_after, hole_before)
    select mine.id, mine.era, mine.version, now(), keys, hole_after, hole_before
    from unnest($10::int[], $11::bytea[], $23::int8[], $24::int8[]) as mark (feed, keys, hole_after, hole_before) join mine on mine.id = mark.feed
    on conflict do nothing
  ), entered as (
    insert into journal.entries (feed, era, version, observed_at, kind, entity, row, before, until, why, reason, bytes)
    select mine.id, mine.era, coalesce(entry.version, mine.version), observed_at, kind, entity, entry.row, before, until, why,
      reason, bytes
    from unnest($12::int[], $13::timestamptz[], $14::text[], $15::text[], $16::text[], $17::text[], $18::timestamptz[],
        $19::text[], $20::text[], $21::int[], $25::int8[]) with ordinality
      as entry (feed, observed_at, kind, entity, row, before, until, why, reason, bytes, version, place)
    join mine on mine.id = entry.feed
    join earlier on earlier.id = mine.id
    -- What was written although the answer to it got lost is not written twice.
    where kind = 'gap' or earlier.era <> mine.era or earlier.version < entry.version
    order by place
  )
  select id from mine`

const acquire = async (
  { database, writer, leaseMs }: JournalStoreOptions,
  { key, topic, params, scope }: FeedName,
): Promise<WriterLease> => {
  const { rows } = await database.query<{
    id: number
    era: number
    epoch: string
    version: number
    known_from: number
    alive_at: string | null
    is_mine: boolean
    has_open_gap: boolean
  }>(
    `with taken as (
       insert into journal.feeds as feed (key, topic, params, sight, writer, writer_until)
       values ($1, $2, $3, $4, $5, now() + $6 * interval '1 millisecond')
       on conflict (key) do update set writer = excluded.writer, writer_until = excluded.writer_until
       where feed.writer is null or feed.writer = excluded.writer or feed.writer_until < now() or $7::bool
       returning *
     ), found as (
       select taken.*, true as is_mine from taken
       union all
       select feeds.*, false from journal.feeds where key = $1 and not exists (select from taken)
     )
     select id, era, epoch, version, known_from, alive_at, is_mine,
       exists (select from journal.entries where feed = found.id and kind = 'gap' and until is null) as has_open_gap
     from found`,
    [storableText(key), topic, JSON.stringify(params), scope, writer, leaseMs, database.kind === 'embedded'],
  )
  const [row] = rows
  if (row === undefined) throw new Error('The journal could not create a feed.')
  const { id, era, epoch, version } = row
  return {
    id,
    era,
    epoch,
    version,
    knownFrom: row.known_from,
    aliveAtMs: parseMs(row.alive_at),
    hasOpenGap: row.has_open_gap,
    isOwn: row.is_mine,
  }
}

const commit = async (
  { database, writer, leaseMs }: JournalStoreOptions,
  parts: readonly FeedPart[],
): Promise<ReadonlySet<number>> => {
  const marks = parts.flatMap(({ id, marks: keys, hole }) =>
    keys === null && hole === null ? [] : [{ id, keys, hole }],
  )
  const entries = parts.flatMap(({ id, entries: own }) =>
    own.map((entry) => ({ id, entry, bytes: countEntryBytes(entry) })),
  )
  const mapEntries = <T>(read: (entry: NewEntry) => T) => entries.map(({ entry }) => read(entry))
  const { rows } = await database.query<{ id: number }>(commitSql, [
    writer,
    parts.map(({ id }) => id),
    parts.map(({ era }) => era),
    parts.map(({ epoch }) => epoch),
    parts.map(({ version }) => version),
    parts.map(({ knownFrom }) => knownFrom),
    parts.map(({ aliveAtMs }) => toDate(aliveAtMs)),
    parts.map(({ gapUntilMs }) => toDate(gapUntilMs)),
    leaseMs,
    marks.map(({ id }) => id),
    marks.map(({ keys }) => keys ?? new Uint8Array()),
    entries.map(({ id }) => id),
    mapEntries(({ observedAtMs }) => toDate(observedAtMs)),
    mapEntries(({ kind }) => kind),
    mapEntries((entry) => (entry.kind === 'gap' ? null : storableText(entry.entity))),
    mapEntries((entry) => (entry.kind === 'gap' ? null : entry.row)),
    mapEntries((entry) => (entry.kind === 'gap' ? null : entry.before)),
    mapEntries((entry) => (entry.kind === 'gap' ? toDate(entry.untilMs) : null)),
    mapEntries((entry) => (entry.kind === 'gap' ? entry.why : null)),
    mapEntries((entry) => (entry.kind === 'gap' ? storableText(entry.reason) : null)),
    entries.map(({ bytes }) => bytes),
    parts.map(({ beganAtMs }) => toDate(beganAtMs)),
    marks.map(({ hole }) => hole?.after ?? null),
    marks.map(({ hole }) => hole?.before ?? null),
    mapEntries((entry) => (entry.kind === 'gap' ? null : entry.version)),
  ])
  return new Set(rows.map(({ id }) => id))
}

const putKeyframe = async (
  { database, writer }: JournalStoreOptions,
  { id, era, version, observedAtMs, body }: Keyframe,
): Promise<void> => {
  await database.query(
    `insert into journal.keyframes (feed, era, version, observed_at, body, bytes)
     select id, $2, $3, $4, $5, $6 from journal.feeds where id = $1 and era = $2 and writer = $7
     on conflict do nothing`,
    [id, era, version, toDate(observedAtMs), body, body.length, writer],
  )
}

const readRecorded = async (
  { database }: JournalStoreOptions,
  { id, era, knownFrom }: WriterLease,
): Promise<RecordedParts | null> => {
  const keyframes = await database.query<{ version: number; observed_at: string; body: Uint8Array }>(
    'select version, observed_at, body from journal.keyframes where feed = $1 and era = $2 order by version desc limit 1',
    [id, era],
  )
  const [keyframe] = keyframes.rows
  if (keyframe === undefined) return null
  const entries = await database.query<RecordedParts['entries'][number]>(
    `select version, kind, entity, row from journal.entries
     where feed = $1 and era = $2 and version > $3 and kind <> 'gap' order by number`,
    [id, era, keyframe.version],
  )
  const drops = await database.query<RecordedParts['drops'][number]>(
    `select version, entity from journal.entries
     where feed = $1 and era = $2 and version > $3 and kind = 'drop' order by number`,
    [id, era, knownFrom],
  )
  const marks = await database.query<RecordedParts['marks'][number]>(
    'select version, keys, hole_after, hole_before from journal.marks where feed = $1 and era = $2 and version > $3 order by version',
    [id, era, knownFrom],
  )
  return { keyframe, entries: entries.rows, drops: drops.rows, marks: marks.rows }
}

const release = async ({ database, writer }: JournalStoreOptions, ids: readonly number[]): Promise<void> => {
  await database.query(
    'update journal.feeds set writer = null, writer_until = null where id = any($1) and writer = $2',
    [ids, writer],
  )
}

export const createJournalStore = (options: JournalStoreOptions): JournalStore => ({
  acquire: (feed) => acquire(options, feed),
  commit: (parts) => commit(options, parts),
  putKeyframe: (keyframe) => putKeyframe(options, keyframe),
  recorded: (lease) => readRecorded(options, lease),
  release: (ids) => release(options, ids),
})

const toDate = (ms: number | null) => (ms === null ? null : new Date(ms))

export const countPartBytes = ({ entries }: FeedPart): number =>
  entries.reduce((sum, entry) => sum + countEntryBytes(entry), 0)

const countEntryBytes = (entry: NewEntry) =>
  entryOverheadBytes +
  (entry.kind === 'gap' ? countBytes(entry.reason) : countBytes(entry.row) + countBytes(entry.before))
