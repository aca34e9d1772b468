import { z } from 'zod'

/** Bumped with every change of the wire; a client of another version is told to reload. */
export const liveProtocolVersion = 1

/** How far one viewer has come in one feed: versions count only within their epoch. */
const positionSchema = z.object({ epoch: z.string(), version: z.int().nonnegative() })
export type Position = z.infer<typeof positionSchema>

/** Client to server: watch one instance of a topic, from where the client already is, if it is anywhere. */
export const subscribeSchema = z.strictObject({
  topic: z.string().max(64),
  params: z.record(z.string().max(64), z.unknown()),
  have: positionSchema.optional(),
})
export type Subscribe = z.infer<typeof subscribeSchema>

const base = { feed: z.string(), epoch: z.string() }
const observedAt = z.iso.datetime()

/**
 * Server to client. `observedAt` is when the source was really asked, by the server's clock. A patch applies only on top
 * of exactly `from`, in the same epoch; otherwise the client subscribes again with what it has and the server repairs it.
 */
export const feedMessageSchema = z.discriminatedUnion('kind', [
  z.object({ ...base, kind: z.literal('snapshot'), version: z.int(), rows: z.array(z.unknown()), observedAt }),
  z.object({
    ...base,
    kind: z.literal('patch'),
    from: z.int(),
    version: z.int(),
    put: z.array(z.unknown()),
    drop: z.array(z.string()),
    observedAt,
  }),
  /** Nothing changed: the source was asked again and said the same. */
  z.object({ ...base, kind: z.literal('fresh'), version: z.int(), observedAt }),
  /** The source could not be asked. Sent once per outage; the last good rows stay. `observedAt` is the last success. */
  z.object({
    ...base,
    kind: z.literal('stale'),
    since: z.iso.datetime(),
    observedAt: observedAt.nullable(),
    reason: z.string(),
  }),
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

/** Socket.IO event names, client to server and back. */
export interface ClientToServer {
  subscribe: (request: Subscribe, answer: (subscribed: Subscribed) => void) => void
  unsubscribe: (feed: string) => void
  /** Asks the source of a feed now, once for everybody who watches it. */
  refresh: (feed: string) => void
}
export interface ServerToClient {
  feed: (message: FeedMessage) => void
}
