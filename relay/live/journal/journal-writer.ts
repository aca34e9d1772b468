import { countPartBytes, type JournalStore, type WriterLease } from './journal-store.ts'
import type { JournalledFeed, Outgoing } from './journalled-feed.ts'
import type { JournalledTopic } from '#relay/live/feeds/feed-recorder.ts'
import { packRows } from './packed-rows.ts'
import { rebuildFeed } from './recorded-feed.ts'

interface JournalWriterOptions {
  readonly store: JournalStore
  readonly topics: ReadonlyMap<string, JournalledTopic>
  readonly feeds: ReadonlyMap<string, JournalledFeed>
  readonly onWritten: (tookMs: number, entries: number, bytes: number) => void
  readonly heartbeatMs: number
  readonly now: () => number
}

export const loadRecorded = async (store: JournalStore, { getKey }: JournalledTopic, lease: WriterLease) => {
  const parts = await store.recorded(lease)
  return parts === null ? null : rebuildFeed(lease, parts, getKey)
}

/** Rejects when the write fails; the changes remain pending. */
export const createJournalWriter = (options: JournalWriterOptions): (() => Promise<void>) => {
  const { store, topics, feeds, onWritten, heartbeatMs, now } = options
  let heartbeatAtMs = now()

  const settle = async (feed: JournalledFeed) => {
    const topic = topics.get(feed.name.topic)
    if (topic === undefined || feed.ownership.kind === 'writing') return
    const lease = await store.acquire(feed.name)
    feed.regain(lease, lease.isOwn ? await loadRecorded(store, topic, lease) : null, now())
  }

  const commit = async (outgoing: readonly (readonly [JournalledFeed, Outgoing])[]) => {
    try {
      return await store.commit(outgoing.map(([, { part }]) => part))
    } catch (error) {
      for (const [, { restore }] of outgoing) restore()
      throw error
    }
  }

  const writeKeyframes = async (outgoing: readonly (readonly [JournalledFeed, Outgoing])[]) => {
    let bytes = 0
    for (const [feed, { part, keyframe, observedAtMs }] of outgoing) {
      if (keyframe === null) continue
      const body = await packRows(keyframe)
      await store.putKeyframe({ id: part.id, era: part.era, version: part.version, observedAtMs, body })
      feed.keyframeWritten(body.length, now())
      bytes += body.length
    }
    return bytes
  }

  return async () => {
    const atMs = now()
    const startedAtMs = performance.now()
    const isHeartbeat = atMs >= heartbeatAtMs + heartbeatMs
    for (const feed of feeds.values()) await settle(feed)
    const outgoing = [...feeds.values()].flatMap((feed) => {
      const out = feed.drain(atMs, isHeartbeat)
      return out === null ? [] : [[feed, out] as const]
    })
    if (isHeartbeat) heartbeatAtMs = atMs
    if (outgoing.length === 0) return
    const written = await commit(outgoing)
    for (const [feed, { part }] of outgoing) {
      if (written.has(part.id)) feed.entriesWritten(countPartBytes(part))
      else feed.loseLease()
    }
    const committed = outgoing.filter(([, { part }]) => written.has(part.id))
    const entries = committed.reduce((sum, [, { part }]) => sum + part.entries.length, 0)
    const entryBytes = committed.reduce((sum, [, { part }]) => sum + countPartBytes(part), 0)
    onWritten(performance.now() - startedAtMs, entries, entryBytes + (await writeKeyframes(committed)))
  }
}
