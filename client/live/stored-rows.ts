import { withFieldChange } from '#shared/live/field-change.ts'
import type { FeedMessage, Position } from '#shared/live/messages.ts'
import { sameJson } from '#shared/primitives/same-json.ts'

export type RowsMessage = Extract<FeedMessage, { kind: 'snapshot' | 'patch' | 'bookmark' | 'stale' }>

export interface StoredRows<Row> {
  readonly rows: ReadonlyMap<string, Row>
  readonly isUnseen: boolean
  readonly position: Position | null
  readonly observedAtMs: number | null
  readonly outage: { readonly sinceMs: number; readonly reason: string; readonly isDenied?: true } | null
}

export const nothingStored: StoredRows<never> = {
  rows: new Map<string, never>(),
  isUnseen: false,
  position: null,
  observedAtMs: null,
  outage: null,
}

type Patch = Extract<RowsMessage, { kind: 'patch' }>

const patched = <Row>(
  { rows, isUnseen }: StoredRows<Row>,
  { put, set = [], drop }: Omit<Patch, 'put'> & { readonly put: readonly Row[] },
  getKey: (row: Row) => string,
): ReadonlyMap<string, Row> | null => {
  const changed = set.map((change) => [change[0], withFieldChange(rows.get(change[0]), change) as Row | null] as const)
  if (changed.some(([, row]) => row === null)) return null
  const next = isUnseen ? (rows as Map<string, Row>) : new Map(rows)
  for (const [key, row] of changed) if (row !== null) next.set(key, row)
  for (const key of drop) next.delete(key)
  for (const row of put) next.set(getKey(row), row)
  return next
}

const replaced = <Row>(before: ReadonlyMap<string, Row>, rows: readonly Row[], getKey: (row: Row) => string) =>
  new Map(
    rows.map((row) => {
      const key = getKey(row)
      const known = before.get(key)
      return [key, known !== undefined && sameJson(known, row) ? known : row] as const
    }),
  )

/**
 * Null when the message does not match the stored rows: the caller must request a repair. The map is copied once
 * between two reads; rows are not validated, because the handshake compares schemas.
 */
export const applyMessage = <Row>(
  stored: StoredRows<Row>,
  message: RowsMessage,
  getKey: (row: Row) => string,
): StoredRows<Row> | null => {
  if (message.kind === 'stale') {
    const outage = { sinceMs: Date.parse(message.since), reason: message.reason }
    // Without a position: the next rows have to be a snapshot.
    return message.isDenied ? { ...nothingStored, outage: { ...outage, isDenied: true } } : { ...stored, outage }
  }
  const position = { epoch: message.epoch, version: message.version }
  const observed = { position, observedAtMs: Date.parse(message.observedAt), outage: null }
  if (message.kind === 'snapshot') {
    return { ...observed, rows: replaced(stored.rows, message.rows as Row[], getKey), isUnseen: true }
  }
  const fromEpoch = message.fromEpoch ?? message.epoch
  if (stored.position?.epoch !== fromEpoch || stored.position.version !== message.from) return null
  if (message.kind === 'bookmark') return { ...stored, ...observed }
  if (message.put.length + (message.set?.length ?? 0) + message.drop.length === 0) return { ...stored, ...observed }
  const rows = patched(stored, message as Patch & { put: Row[] }, getKey)
  return rows === null ? null : { ...observed, rows, isUnseen: true }
}

/** Call when the map is read: it must not change afterwards. */
export const seen = <Row>(stored: StoredRows<Row>): StoredRows<Row> =>
  stored.isUnseen ? { ...stored, isUnseen: false } : stored
