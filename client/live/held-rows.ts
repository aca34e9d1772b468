import type { FeedMessage, Position } from '#shared/live/messages.ts'

/** What changes rows, or what is known of them; a snapshot that came packed is unpacked before. */
export type RowsMessage = Extract<FeedMessage, { kind: 'snapshot' | 'patch' | 'bookmark' | 'stale' }>

/** What a tab holds of one topic instance; times in milliseconds by the server's clock. */
export interface HeldRows<Row> {
  readonly rows: ReadonlyMap<string, Row>
  readonly position: Position | null
  readonly observedAtMs: number | null
  readonly outage: { readonly sinceMs: number; readonly reason: string } | null
}

export const nothingHeld: HeldRows<never> = {
  rows: new Map<string, never>(),
  position: null,
  observedAtMs: null,
  outage: null,
}

/**
 * The rows after one message, or null when it does not fit on what is held: then the server has to repair it, and what
 * is held stays as it is. The relay sends rows of the topic's own schema, and the handshake made sure that both sides
 * mean the same one, so rows are taken as they come.
 */
export const applyMessage = <Row>(
  held: HeldRows<Row>,
  message: RowsMessage,
  keyOf: (row: Row) => string,
): HeldRows<Row> | null => {
  if (message.kind === 'stale') {
    return { ...held, outage: { sinceMs: Date.parse(message.since), reason: message.reason } }
  }
  const position = { epoch: message.epoch, version: message.version }
  const observed = { position, observedAtMs: Date.parse(message.observedAt), outage: null }
  if (message.kind === 'snapshot') {
    return { ...observed, rows: new Map((message.rows as Row[]).map((row) => [keyOf(row), row])) }
  }
  const fromEpoch = message.fromEpoch ?? message.epoch
  if (held.position?.epoch !== fromEpoch || held.position.version !== message.from) return null
  if (message.kind === 'bookmark') return { ...observed, rows: held.rows }
  const rows = new Map(held.rows)
  for (const key of message.drop) rows.delete(key)
  for (const row of message.put as Row[]) rows.set(keyOf(row), row)
  return { ...observed, rows }
}
