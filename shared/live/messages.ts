import { z } from 'zod'
import { fieldChangeSchema } from '#shared/live/field-change.ts'

/** Increment with every wire change; clients of another version must reload. */
export const liveProtocolVersion = 33

export const ackEvery = 16

/** Versions are comparable only within one epoch. */
const positionSchema = z.object({ epoch: z.string().max(64), version: z.int().nonnegative() })
export type Position = z.infer<typeof positionSchema>

export const subscribeSchema = z.strictObject({
  topic: z.string().max(64),
  params: z.record(z.string().max(64), z.unknown()),
  have: positionSchema.optional(),
})
export type Subscribe = z.infer<typeof subscribeSchema>

export const tokenSchema = z.string().max(16_384)

export const ackSchema = z.tuple([z.string().max(64), z.int().nonnegative()])

/** Browsers deliver an ArrayBuffer, Node a Buffer. */
const gzipSchema = z.union([z.instanceof(ArrayBuffer), z.instanceof(Uint8Array)])

const feed = z.string()
const observedAt = z.iso.datetime()
const base = { feed, epoch: z.string(), version: z.int().nonnegative(), observedAt }
/** The exact position that the message applies to; `fromEpoch` only when the epoch differs. */
const from = { from: z.int().nonnegative(), fromEpoch: z.string().optional() }

/**
 * Server to client. `observedAt` is the server time of the source read. If `from` does not match, the client
 * subscribes again with its position.
 */
export const plainMessageSchema = z.discriminatedUnion('kind', [
  z.object({ ...base, kind: z.literal('snapshot'), rows: z.array(z.unknown()) }),
  z.object({
    ...base,
    ...from,
    kind: z.literal('patch'),
    put: z.array(z.unknown()),
    set: z.array(fieldChangeSchema).optional(),
    drop: z.array(z.string()),
  }),
  z.object({ ...base, ...from, kind: z.literal('bookmark') }),
  /** Source unreachable. Sent once per outage; the last rows stay. `observedAt` is the last success. */
  z.object({
    feed,
    kind: z.literal('stale'),
    since: z.iso.datetime(),
    observedAt: observedAt.nullable(),
    reason: z.string(),
    /** The source denies the read (403): the client drops the rows. */
    isDenied: z.literal(true).optional(),
  }),
  /** The permissions of the viewer changed: messages of `feed` continue as `to`, starting with a snapshot or patch. */
  z.object({ feed, kind: z.literal('moved'), to: z.string() }),
  /** Security: the viewer lost access, so the client drops the rows at once. Final message of the feed. */
  z.object({ feed, kind: z.literal('revoked'), code: z.enum(['forbidden', 'unauthorised']), message: z.string() }),
])
export type PlainMessage = z.infer<typeof plainMessageSchema>

/** `packed` holds the JSON of another message. */
export const feedMessageSchema = z.discriminatedUnion('kind', [
  ...plainMessageSchema.options,
  z.object({ kind: z.literal('packed'), gzip: gzipSchema }),
])
export type FeedMessage = z.infer<typeof feedMessageSchema>

export const subscribedSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), feed: z.string(), serverTime: z.iso.datetime() }),
  z.object({
    ok: z.literal(false),
    code: z.enum(['unknown_topic', 'bad_params', 'forbidden', 'unauthorised', 'too_many', 'protocol']),
    message: z.string(),
  }),
])
export type Subscribed = z.infer<typeof subscribedSchema>

/** Before a planned shutdown: reconnect at a random time within this span, to spread the load. */
export const goodbyeSchema = z.object({ withinMs: z.int().nonnegative() })
type Goodbye = z.infer<typeof goodbyeSchema>

export interface ClientToServer {
  subscribe: (request: Subscribe, respond: (subscribed: Subscribed) => void) => void
  unsubscribe: (feed: string) => void
  refresh: (feed: string) => void
  ack: (feed: string, version: number) => void
  /** Must be for the same person and organization, before the current token expires. */
  renew: (token: string) => void
}
export interface ServerToClient {
  feed: (message: FeedMessage) => void
  goodbye: (goodbye: Goodbye) => void
}
