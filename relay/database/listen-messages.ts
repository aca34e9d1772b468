import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import { parseJson } from '#shared/primitives/parse-json.ts'
import type { Database } from '#relay/database/database.ts'

interface MessageChannel<Message> {
  readonly channel: string
  readonly schema: z.ZodType<Message>
  readonly log: FastifyBaseLogger
  readonly onMessage: (message: Message) => void
  /** Messages may have been missed. */
  readonly onGap?: () => void
}

/** Every user of a database can notify its channels, and relays of other versions do: what does not parse is left out. */
export const listenForMessages = <Message>(
  database: Pick<Database, 'listen'>,
  { channel, schema, log, onMessage, onGap }: MessageChannel<Message>,
): Promise<() => Promise<void>> =>
  database.listen(channel, (payload) => {
    if (payload === '') return onGap?.()
    const { data } = schema.safeParse(parseJson(payload))
    if (data === undefined) log.warn({ channel }, 'unknown message on a channel of relay instances, left out')
    else onMessage(data)
    return undefined
  })
