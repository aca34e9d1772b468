import { z } from 'zod'
import { defineCheckType } from '#relay/backend/checks/types/define-check-type.ts'
import { messagesMax } from '#relay/backend/clients/queues/messages.ts'
import {
  formatQueue,
  hasOneQueue,
  oneQueue,
  queueFields,
  receiveMessages,
} from '#relay/backend/clients/queues/receive-messages.ts'
import { formatQuantity } from '#relay/backend/checks/types/format-quantity.ts'

const spec = z.strictObject(queueFields('check')).refine(hasOneQueue, oneQueue)
type PubsubSpec = z.infer<typeof spec>

/** Receives the waiting messages and acknowledges them, so that the next run sees only new ones. */
export const pubsub = defineCheckType<PubsubSpec>({
  key: 'pubsub',
  requires:
    'Needs a queue of AWS SQS (sqs) or a subscription of Google Pub/Sub (pubsub), and an account that may read it.',
  spec,
  formatEndpoint: formatQueue,
  run: async (queue, run) => {
    const { messages, acknowledge } = await receiveMessages(queue, messagesMax, run)
    await acknowledge()
    const message = formatQuantity(messages.length, 'message')
    return { pass: true, message, details: { results: messages, messages, count: messages.length } }
  },
})
