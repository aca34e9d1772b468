import { hourMs } from '#shared/primitives/time-units.ts'
import type { Database } from '#relay/database/database.ts'
import type { RetentionShare } from '#relay/database/retention-share.ts'

export interface Retention {
  readonly patchesForMs: number
  readonly keyframesForMs: number
  readonly mostBytes: number
}

/** Viewers away for less than this get only the changed rows. */
const marksForMs = hourMs
const sizeAfter = 0.9

const newest = `select distinct on (feed) feed, era, version from journal.keyframes order by feed, era desc, version desc`
const isOld = `not exists (select from (${newest}) as kept
  where kept.feed = keyframes.feed and kept.era = keyframes.era and kept.version = keyframes.version)`

const weigh = async (database: Database): Promise<number> => {
  const { rows } = await database.query<{ bytes: number }>(
    `select (select coalesce(sum(bytes), 0) from journal.entries) + (select coalesce(sum(bytes), 0) from journal.keyframes) as bytes`,
  )
  return rows[0]?.bytes ?? 0
}

const deleteEntries = async (database: Database, beforeMs: number): Promise<number> => {
  const { rows } = await database.query<{ bytes: number }>(
    `with gone as (
       delete from journal.entries using journal.feeds
       where entries.feed = feeds.id and observed_at < $1 and (kind <> 'gap' or until < $1)
       returning bytes
     ), moved as (
       update journal.feeds set began_at = $1 where began_at < $1
     )
     select coalesce(sum(bytes), 0) as bytes from gone`,
    [new Date(beforeMs)],
  )
  return rows[0]?.bytes ?? 0
}

const deleteKeyframes = async (database: Database, condition: string, ...parameters: unknown[]): Promise<number> => {
  const { rows } = await database.query<{ bytes: number }>(
    `with gone as (delete from journal.keyframes where ${isOld} and ${condition} returning bytes)
     select coalesce(sum(bytes), 0) as bytes from gone`,
    parameters,
  )
  return rows[0]?.bytes ?? 0
}

const deleteMarks = async (database: Database, beforeMs: number): Promise<void> => {
  await database.query(
    `with gone as (delete from journal.marks where observed_at < $1 returning feed, era, version),
     newest as (select feed, era, max(version) as version from gone group by feed, era)
     update journal.feeds set known_from = greatest(known_from, newest.version)
     from newest where newest.feed = feeds.id and newest.era = feeds.era`,
    [new Date(beforeMs)],
  )
}

const deleteFeeds = async (database: Database, beforeMs: number): Promise<void> => {
  await database.query(
    'delete from journal.feeds where coalesce(alive_at, writer_until, now()) < $1 and (writer_until is null or writer_until < now())',
    [new Date(beforeMs)],
  )
}

/**
 * Keyframes older than the entries are thinned to one per hour; the newest of a feed always stays, even when oversized.
 */
const applyRetention = async (
  database: Database,
  { patchesForMs, keyframesForMs, mostBytes }: Retention,
  nowMs: number,
  knownBytes: number,
): Promise<number> => {
  await deleteMarks(database, nowMs - marksForMs)
  await deleteFeeds(database, nowMs - keyframesForMs)
  let left = knownBytes
  left -= await deleteEntries(database, nowMs - patchesForMs)
  left -= await deleteKeyframes(database, 'observed_at < $1', new Date(nowMs - keyframesForMs))
  left -= await deleteKeyframes(
    database,
    `observed_at < $1 and exists (select from journal.keyframes as earlier
       where earlier.feed = keyframes.feed and earlier.observed_at < keyframes.observed_at
         and date_trunc('hour', earlier.observed_at) = date_trunc('hour', keyframes.observed_at))`,
    new Date(nowMs - patchesForMs),
  )
  if (left > mostBytes) {
    const { rows } = await database.query<{ cut: string | null }>(
      `with aged as (
         select observed_at, sum(bytes) over (order by observed_at) as upto from (
           select observed_at, bytes from journal.entries
           union all select observed_at, bytes from journal.keyframes where ${isOld}
         ) as kept
       )
       select max(observed_at) as cut from aged where upto <= $1`,
      [left - mostBytes * sizeAfter],
    )
    const cut = rows[0]?.cut
    if (cut !== null && cut !== undefined) {
      const cutMs = Date.parse(cut) + 1
      left -= await deleteEntries(database, cutMs)
      left -= await deleteKeyframes(database, 'observed_at < $1', new Date(cutMs))
    }
  }
  // A PostgreSQL server has autovacuum.
  if (left < knownBytes && database.kind === 'embedded') {
    for (const table of ['entries', 'keyframes', 'marks', 'feeds']) await database.query(`vacuum journal.${table}`)
  }
  return left
}

interface RetentionOptions {
  readonly database: Database
  readonly retention: Retention
  readonly share: RetentionShare
  readonly everyMs: number
  readonly onFailure: (error: unknown) => void
  readonly now: () => number
}

const weighEvery = 60

const scaleRetention = ({ patchesForMs, keyframesForMs, mostBytes }: Retention, share: number): Retention => ({
  patchesForMs: patchesForMs * share,
  keyframesForMs: keyframesForMs * share,
  mostBytes: mostBytes * share,
})

export const startRetention = ({ database, retention, share, everyMs, onFailure, now }: RetentionOptions) => {
  let bytes: number | null = null
  let runs = 0
  let running: Promise<void> = Promise.resolve()
  const sweep = async () => {
    if (bytes === null || runs % weighEvery === 0) bytes = await weigh(database)
    runs += 1
    const before = bytes
    const left = await applyRetention(database, scaleRetention(retention, share.current()), now(), before)
    bytes += left - before
  }
  const run = () => {
    running = running.then(sweep).catch(onFailure)
    return running
  }
  const timer = setInterval(() => void run(), everyMs)
  timer.unref()
  const unfollowRoom = share.onTight(() => void run())
  return {
    bytes: () => bytes,
    added: (more: number) => {
      if (bytes !== null) bytes += more
    },
    run,
    stop: async () => {
      clearInterval(timer)
      unfollowRoom()
      await running
    },
  }
}
