import { z } from 'zod'
import { fieldChangeSchema } from '#shared/live/field-change.ts'

/** Bumped with every change of the wire; a client of another version is told to reload. */
export const liveProtocolVersion = 27

/** A client acknowledges a feed when it has applied this many versions since it did so last. */
export const ackEvery = 16

/** How far one viewer has come in one feed: versions count only within their epoch. */
const positionSchema = z.object({ epoch: z.string().max(64), version: z.int().nonnegative() })
export type Position = z.infer<typeof positionSchema>

/** Client to server: watch one instance of a topic, from where the client already is, if it is anywhere. */
export const subscribeSchema = z.strictObject({
  topic: z.string().max(64),
  params: z.record(z.string().max(64), z.unknown()),
  have: positionSchema.optional(),
})
export type Subscribe = z.infer<typeof subscribeSchema>

/** What says who is asking where no cookie does: a token, in the handshake's `auth` and in `renew`. */
export const tokenSchema = z.string().max(16_384)

/** Client to server: everything up to `version` of the feed's present epoch is applied. */
export const ackSchema = z.tuple([z.string().max(64), z.int().nonnegative()])

/** Bytes as they arrive: a browser's socket gives an ArrayBuffer, Node's a Buffer. */
const gzipSchema = z.union([z.instanceof(ArrayBuffer), z.instanceof(Uint8Array)])

const feed = z.string()
const observedAt = z.iso.datetime()
const base = { feed, epoch: z.string(), version: z.int().nonnegative(), observedAt }
/** Where a viewer must stand exactly for the message to fit; `fromEpoch` only when that is another epoch. */
const from = { from: z.int().nonnegative(), fromEpoch: z.string().optional() }

/**
 * Server to client. `observedAt` is when the source was really asked, by the server's clock. What has a `from` fits on
 * exactly that version; otherwise the client subscribes again with what it has, and the server repairs it.
 */
export const feedMessageSchema = z.discriminatedUnion('kind', [
  /** Everything. */
  z.object({ ...base, kind: z.literal('snapshot'), rows: z.array(z.unknown()) }),
  /** A snapshot too large to be sent plain: `gzip` is the JSON array of its rows, compressed. */
  z.object({ ...base, kind: z.literal('packed'), gzip: gzipSchema }),
  /** `put` are whole rows; `set` says of rows that are held what changed in them. */
  z.object({
    ...base,
    ...from,
    kind: z.literal('patch'),
    put: z.array(z.unknown()),
    set: z.array(fieldChangeSchema).optional(),
    drop: z.array(z.string()),
  }),
  /** Whoever holds `from` holds `version` with the same rows; both are equal when the source said the same again. */
  z.object({ ...base, ...from, kind: z.literal('bookmark') }),
  /** The source could not be asked. Sent once per outage; the last good rows stay. `observedAt` is the last success. */
  z.object({
    feed,
    kind: z.literal('stale'),
    since: z.iso.datetime(),
    observedAt: observedAt.nullable(),
    reason: z.string(),
  }),
  /** What came as `feed` comes as `to` from now on: the viewer's rights are others. A snapshot or patch of it follows. */
  z.object({ feed, kind: z.literal('moved'), to: z.string() }),
  /** The viewer may not read this any more: its rows are to be dropped at once, and nothing follows. */
  z.object({ feed, kind: z.literal('revoked'), code: z.enum(['forbidden', 'unauthorised']), message: z.string() }),
])
export type FeedMessage = z.infer<typeof feedMessageSchema>

/** The answer to `subscribe`: the feed's name for later messages, or why not. */
export const subscribedSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), feed: z.string(), serverTime: z.iso.datetime() }),
  z.object({
    ok: z.literal(false),
    code: z.enum(['unknown_topic', 'bad_params', 'forbidden', 'unauthorised', 'too_many', 'protocol']),
    message: z.string(),
  }),
])
export type Subscribed = z.infer<typeof subscribedSchema>

/** Before a planned end of the relay: come back at a random moment within this time. */
export const goodbyeSchema = z.object({ withinMs: z.int().nonnegative() })
type Goodbye = z.infer<typeof goodbyeSchema>

/** Socket.IO event names, client to server and back. */
export interface ClientToServer {
  subscribe: (request: Subscribe, respond: (subscribed: Subscribed) => void) => void
  unsubscribe: (feed: string) => void
  /** Asks the source of a feed now, once for everybody who watches it. */
  refresh: (feed: string) => void
  ack: (feed: string, version: number) => void
  /** A newer token of the same person in the same organisation, before the one that the connection stands on expires. */
  renew: (token: string) => void
}
export interface ServerToClient {
  feed: (message: FeedMessage) => void
  goodbye: (goodbye: Goodbye) => void
}
