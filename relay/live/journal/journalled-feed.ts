import type { GapReason } from '#shared/live/journal.ts'
import type { FeedChange, FeedName, RecordedFeed } from '#relay/live/feeds/feed-recorder.ts'
import type { VersionHole } from '#relay/live/feeds/versioned-rows.ts'
import { changedFields } from './changed-fields.ts'
import type { FeedPart, FeedSeat, NewEntry } from './journal-store.ts'
import { hashesOf } from './key-hashes.ts'

/** What the journal needs to know of a topic. */
export interface JournalledTopic {
  readonly keyOf: (row: unknown) => string
  readonly ticking: ReadonlySet<string>
}

interface PendingRow {
  readonly kind: 'put' | 'drop'
  readonly version: number
  readonly observedAtMs: number
  readonly entity: string
  row: unknown
  readonly before: unknown
}
type PendingEntry = PendingRow | Extract<NewEntry, { kind: 'gap' }>

/** What goes out in one moment, and what the feed's rows were then. */
export interface Outgoing {
  readonly part: FeedPart
  readonly observedAtMs: number
  /** All rows, when it is time for a keyframe. */
  readonly keyframe: readonly unknown[] | null
  /** Puts what was taken back: it could not be written. */
  readonly restore: () => void
}

/** One feed on its way into the journal: its rows as last told, and what of them is not written yet. */
export interface JournalledFeed {
  readonly name: FeedName
  seat: FeedSeat | null
  /** Whether what the database holds must be compared with the rows before anything else is written. */
  isAdrift: boolean
  readonly rows: () => ReadonlyMap<string, unknown>
  readonly observedAtMs: () => number | null
  /** How many changes wait to be written. */
  readonly pending: () => number
  readonly isEnding: () => boolean
  readonly begin: (seat: FeedSeat, recorded: RecordedFeed | null, nowMs: number) => void
  /** Takes a place again, after it could not be had or was another relay's for a while. */
  readonly reseat: (seat: FeedSeat, recorded: RecordedFeed | null, nowMs: number) => void
  readonly append: (change: FeedChange) => void
  readonly observed: (atMs: number) => void
  readonly gap: (why: GapReason, sinceMs: number, reason: string) => void
  readonly end: () => void
  /** Forgets what is not written yet: another relay writes it. */
  readonly forget: () => void
  /** Forgets what is not written yet; the net change is found out when the journal can be written again. */
  readonly letGo: () => void
  /** Everything that is not written yet, or null when there is nothing to say. */
  readonly take: (nowMs: number, isHeartbeat: boolean) => Outgoing | null
  readonly keyframeWritten: (bytes: number, atMs: number) => void
  /** What the entries written since the last keyframe weigh, which says when the next one pays. */
  readonly entriesWritten: (bytes: number) => void
}

/** A keyframe is due after so long, or sooner when the entries since the last one weigh more than it does. */
const keyframeEveryMs = 10 * 60_000
const leastKeyframeGapMs = 60_000
const leastKeyframeBytes = 256 * 1024

export const createJournalledFeed = (name: FeedName, { keyOf, ticking }: JournalledTopic): JournalledFeed => {
  const held = new Map<string, unknown>()
  let epoch = ''
  let version = 0
  let beganAtMs: number | null = null
  let observedAtMs: number | null = null
  let isBase = true
  let isEnding = false

  let entries: PendingEntry[] = []
  let latest = new Map<string, PendingRow>()
  let marked = new Set<string>()
  let gapUntilMs: number | null = null
  let hole: VersionHole | null = null
  let isGapOpen = false
  let knownFrom: number | null = null

  let era = 0
  let keyframeAtMs: number | null = null
  let keyframeBytes = 0
  let bytesSince = 0
  let isChangedSince = false

  const put = (row: unknown, atMs: number) => {
    const key = keyOf(row)
    const before = held.get(key)
    const wasThere = held.has(key)
    held.set(key, row)
    marked.add(key)
    const waiting = latest.get(key)
    const fields = wasThere ? changedFields(before, row, ticking) : null
    if (wasThere && fields === null) {
      if (waiting?.kind === 'put') waiting.row = row
      return
    }
    const entry: PendingRow = { kind: 'put', version, observedAtMs: atMs, entity: key, row, before: fields }
    entries.push(entry)
    latest.set(key, entry)
  }
  const drop = (key: string, atMs: number) => {
    if (!held.has(key)) return
    const entry: PendingRow = {
      kind: 'drop',
      version,
      observedAtMs: atMs,
      entity: key,
      row: null,
      before: held.get(key),
    }
    held.delete(key)
    entries.push(entry)
    latest.set(key, entry)
  }
  const openGap = (why: GapReason, sinceMs: number, reason: string) => {
    if (isGapOpen) return
    isGapOpen = true
    entries.push({ kind: 'gap', observedAtMs: sinceMs, untilMs: null, why, reason })
  }
  /** The gap may be written already, or still be waiting. */
  const closeGap = (untilMs: number) => {
    if (!isGapOpen) return
    isGapOpen = false
    const open = entries.findIndex((entry) => entry.kind === 'gap' && entry.untilMs === null)
    const waiting = entries[open]
    if (waiting?.kind === 'gap') entries[open] = { ...waiting, untilMs }
    else gapUntilMs = untilMs
  }

  const isKeyframeDue = (nowMs: number) => {
    if (observedAtMs === null) return false
    if (keyframeAtMs === null) return true
    if (!isChangedSince) return false
    const age = nowMs - keyframeAtMs
    if (isEnding || age >= keyframeEveryMs) return true
    return age >= leastKeyframeGapMs && bytesSince > Math.max(keyframeBytes, leastKeyframeBytes)
  }

  const forget = () => {
    entries = []
    latest = new Map()
    marked = new Set()
    gapUntilMs = null
    hole = null
  }

  const feed: JournalledFeed = {
    name,
    seat: null,
    isAdrift: false,
    rows: () => held,
    observedAtMs: () => observedAtMs,
    pending: () => entries.length,
    isEnding: () => isEnding,

    begin: (seat, recorded, nowMs) => {
      feed.seat = seat
      era = seat.era
      epoch = seat.epoch
      version = seat.version
      if (recorded !== null) {
        for (const [key, { row }] of recorded.rows) held.set(key, row)
        isBase = false
        keyframeAtMs = nowMs
        isChangedSince = true
      }
      // A relay that was killed left no open gap; one that was left open keeps its reason.
      if (seat.hasOpenGap) isGapOpen = true
      else if (seat.aliveAtMs !== null) openGap('relay', seat.aliveAtMs, 'The relay did not run.')
    },

    append: (change) => {
      version = change.version
      if (change.epoch !== epoch) {
        epoch = change.epoch
        if (feed.seat !== null) era += 1
        knownFrom = change.version
        keyframeAtMs = null
        const keys = new Set(change.rows.keys())
        for (const key of held.keys()) if (!keys.has(key)) drop(key, change.observedAtMs)
      } else if (change.version > change.from + 1) hole = { after: change.from, before: change.version }
      if (change.put.length > 0 || change.drop.length > 0) isChangedSince = true
      if (isBase) {
        // The rows that a feed begins with are in its first keyframe; nothing is known to have happened to them.
        for (const row of change.put) held.set(keyOf(row), row)
        isBase = false
        return
      }
      for (const row of change.put) put(row, change.observedAtMs)
      for (const key of change.drop) drop(key, change.observedAtMs)
    },

    observed: (atMs) => {
      observedAtMs = atMs
      beganAtMs ??= atMs
      closeGap(atMs)
    },
    gap: openGap,
    end: () => {
      isEnding = true
    },

    forget,
    letGo: () => {
      const [oldest] = entries
      const sinceMs = oldest?.observedAtMs ?? observedAtMs ?? 0
      forget()
      feed.isAdrift = true
      isGapOpen = false
      openGap('journal', sinceMs, 'The journal could not be written: only what came of this time is known.')
    },

    reseat: (seat, recorded, nowMs) => {
      feed.isAdrift = false
      if (observedAtMs === null) return feed.begin(seat, recorded, nowMs)
      feed.seat = seat
      era = seat.epoch === epoch ? seat.era : seat.era + 1
      if (seat.hasOpenGap) isGapOpen = true
      const atMs = observedAtMs ?? 0
      const now = new Map(held)
      held.clear()
      // What waited is part of the difference to what is recorded.
      entries = entries.filter(({ kind }) => kind === 'gap')
      latest = new Map()
      for (const [key, { row }] of recorded?.rows ?? []) held.set(key, row)
      const gone = [...held.keys()].filter((key) => !now.has(key))
      marked = new Set()
      if (recorded === null) for (const [key, row] of now) held.set(key, row)
      else for (const row of now.values()) put(row, atMs)
      for (const key of gone) drop(key, atMs)
      knownFrom = version
      keyframeAtMs = null
    },

    take: (nowMs, isHeartbeat) => {
      const { seat } = feed
      if (seat === null || epoch === '') return null
      const keyframe = isKeyframeDue(nowMs) ? [...held.values()] : null
      const isQuiet =
        entries.length === 0 && marked.size === 0 && gapUntilMs === null && knownFrom === null && hole === null
      if (isQuiet && keyframe === null && !isHeartbeat) return null
      const taken = { entries, latest, marked, gapUntilMs, knownFrom, hole }
      forget()
      knownFrom = null
      return {
        part: {
          id: seat.id,
          era,
          epoch,
          version,
          knownFrom: taken.knownFrom,
          beganAtMs,
          aliveAtMs: observedAtMs,
          gapUntilMs: taken.gapUntilMs,
          entries: taken.entries.map(newEntryOf),
          marks: taken.marked.size === 0 ? null : hashesOf(taken.marked),
          hole: taken.hole,
        },
        observedAtMs: observedAtMs ?? nowMs,
        keyframe,
        restore: () => {
          entries = [...taken.entries, ...entries]
          latest = new Map([...taken.latest, ...latest])
          marked = new Set([...taken.marked, ...marked])
          gapUntilMs ??= taken.gapUntilMs
          hole ??= taken.hole
          knownFrom ??= taken.knownFrom
        },
      }
    },
    keyframeWritten: (bytes, atMs) => {
      keyframeAtMs = atMs
      keyframeBytes = bytes
      bytesSince = 0
      isChangedSince = false
    },
    entriesWritten: (bytes) => {
      bytesSince += bytes
    },
  }
  return feed
}

const newEntryOf = (entry: PendingEntry): NewEntry =>
  entry.kind === 'gap'
    ? entry
    : {
        kind: entry.kind,
        version: entry.version,
        observedAtMs: entry.observedAtMs,
        entity: entry.entity,
        row: entry.row === null ? null : JSON.stringify(entry.row),
        before: entry.before === null ? null : JSON.stringify(entry.before),
      }
