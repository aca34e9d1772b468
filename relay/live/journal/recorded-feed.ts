import type { RecordedFeed } from '#relay/live/feeds/feed-recorder.ts'
import type { WriterLease, RecordedParts } from './journal-store.ts'
import { hashKey, readHashes } from './key-hashes.ts'
import { unpackRows } from './packed-rows.ts'

/**
 * Only the keys of rows that ticked since the keyframe are recorded: such rows have their old values and are unsure.
 */
export const rebuildFeed = async (
  { epoch, version, knownFrom, aliveAtMs }: WriterLease,
  { keyframe, entries, drops, marks }: RecordedParts,
  getKey: (row: unknown) => string,
): Promise<RecordedFeed> => {
  const stored = new Map<string, { row: unknown; recordedAt: number }>()
  for (const row of await unpackRows(keyframe.body)) stored.set(getKey(row), { row, recordedAt: keyframe.version })
  for (const { kind, entity, row, version: recordedAt } of entries) {
    if (kind === 'drop' || row === null) stored.delete(entity)
    else stored.set(entity, { row: JSON.parse(row), recordedAt })
  }
  const markedAt = new Map<number, number>()
  for (const { version: at, keys } of marks) for (const hash of readHashes(keys)) markedAt.set(hash, at)

  const holes = marks.flatMap(({ hole_after: after, hole_before: before }) =>
    after === null || before === null ? [] : [{ after, before }],
  )

  const rows = new Map<string, { row: unknown; changedAt: number }>()
  const unsure = new Set<string>()
  for (const [key, { row, recordedAt }] of stored) {
    const changedAt = markedAt.get(hashKey(key)) ?? knownFrom
    rows.set(key, { row, changedAt })
    if (changedAt > recordedAt) unsure.add(key)
  }
  const dropped = new Map<string, number>()
  for (const { entity, version: at } of drops) {
    if (stored.has(entity)) continue
    dropped.delete(entity)
    dropped.set(entity, at)
  }
  return { epoch, version, observedAtMs: aliveAtMs ?? 0, rows, unsure, dropped, oldestKnown: knownFrom, holes }
}
