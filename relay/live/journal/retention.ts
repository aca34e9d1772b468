import type { Database } from '#relay/database/database.ts'
import type { RetentionShare } from '#relay/database/retention-share.ts'

/** How much is kept; what is oldest goes first. */
export interface Retention {
  readonly patchesForMs: number
  readonly keyframesForMs: number
  readonly mostBytes: number
}

/** How long it is known which row changed when: as long as that, a viewer that was away gets what changed alone. */
const marksForMs = 60 * 60_000
/** When it is over its size, so much goes at once that it does not have to go again a moment later. */
const sizeAfter = 0.9

/** The newest keyframe of each feed: what the feed goes on from. */
const newest = `select distinct on (feed) feed, era, version from journal.keyframes order by feed, era desc, version desc`
const isOld = `not exists (select from (${newest}) as kept
  where kept.feed = keyframes.feed and kept.era = keyframes.era and kept.version = keyframes.version)`

/** What the journal weighs: entries and keyframes, the indexes reckoned in. */
const weigh = async (database: Database): Promise<number> => {
  const { rows } = await database.query<{ bytes: number }>(
    `select (select coalesce(sum(bytes), 0) from journal.entries) + (select coalesce(sum(bytes), 0) from journal.keyframes) as bytes`,
  )
  return rows[0]?.bytes ?? 0
}

const deleteEntries = async (database: Database, beforeMs: number): Promise<number> => {
  const { rows } = await database.query<{ bytes: number; deleted: number }>(
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

/** A feed that has not been followed for so long that nothing of it is left to tell. */
const deleteFeeds = async (database: Database, beforeMs: number): Promise<void> => {
  await database.query(
    'delete from journal.feeds where coalesce(alive_at, writer_until, now()) < $1 and (writer_until is null or writer_until < now())',
    [new Date(beforeMs)],
  )
}

/**
 * Takes away what is too old or too much. Keyframes thin out with the entries between them: of those that are older than
 * the entries one an hour stays. The newest keyframe of a feed always stays, whatever it weighs. Returns what is left.
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
  // A server does this by itself.
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

/** Weighs from time to time in full, since another relay may write to the same database. */
const weighEvery = 60

const scaleRetention = ({ patchesForMs, keyframesForMs, mostBytes }: Retention, share: number): Retention => ({
  patchesForMs: patchesForMs * share,
  keyframesForMs: keyframesForMs * share,
  mostBytes: mostBytes * share,
})

/** Keeps a journal within its bounds from now on. */
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
    /** What the journal weighs; null before it was weighed for the first time. */
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
