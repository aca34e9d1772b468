import { z } from 'zod'
import { integerField } from '#shared/primitives/document-scalars.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { messagesMax, type QueueMessage } from '#relay/backend/clients/queues/messages.ts'
import {
  formatQueue,
  hasOneQueue,
  oneQueue,
  queueFields,
  receiveMessages,
} from '#relay/backend/clients/queues/receive-messages.ts'
import type { FoundItem, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'

const mostMessages = 10_000

const spec = z
  .strictObject({ ...queueFields('scraper'), maxMessages: integerField({ min: 1, max: mostMessages }).optional() })
  .refine(hasOneQueue, oneQueue)
type PubsubSpec = z.infer<typeof spec>

const toLabels = (attributes: QueueMessage['attributes']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
  )

/** The elements of a list are items, which cannot share the id of the message. */
const toItems = ({ id, body, attributes }: QueueMessage, source: string): FoundItem[] => {
  const known = { source, labels: toLabels(attributes) }
  if (Array.isArray(body)) return body.map((config: unknown) => ({ kind: 'item', config, known }))
  return [{ kind: 'item', config: isMap(body) ? body : { content: body }, known: { id, ...known } }]
}

/** A message is acknowledged once its items are stored; before that, the queue delivers it again. */
export const pubsub: ScraperType<PubsubSpec> = {
  key: 'pubsub',
  spec,
  defaultType: 'Message',
  readsNewOnly: true,
  describeEndpoint: formatQueue,
  async *scrape({ maxMessages = messagesMax, ...queue }, context) {
    const { messages, acknowledge } = await receiveMessages(queue, maxMessages, context)
    for (const message of messages) yield* toItems(message, formatQueue(queue))
    if (messages.length > 0) context.onStored(acknowledge)
  },
}
