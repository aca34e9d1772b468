import type { z } from 'zod'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { unavailable } from '#relay/backend/clients/run/unavailable-field.ts'
import { googlePubsubSpec, receiveGooglePubsub } from './google-pubsub.ts'
import type { ReceivedMessages } from './messages.ts'
import { receiveSqs, sqsSpec } from './sqs.ts'

export const queueFields = (place: 'check' | 'scraper') => ({
  sqs: sqsSpec.optional(),
  pubsub: googlePubsubSpec.optional(),
  kafka: unavailable(`run kcat in an exec ${place}`).optional(),
  rabbitmq: unavailable(`read the queue from the management API of RabbitMQ in an http ${place}`).optional(),
  nats: unavailable(`run nats sub in an exec ${place}`).optional(),
  memory: unavailable('such a queue exists only inside one process').optional(),
})
interface Queue {
  readonly sqs?: z.infer<typeof sqsSpec> | undefined
  readonly pubsub?: z.infer<typeof googlePubsubSpec> | undefined
}

export const hasOneQueue = ({ sqs, pubsub }: Queue): boolean => (sqs === undefined) !== (pubsub === undefined)
export const oneQueue = { message: 'set one of sqs and pubsub', path: ['sqs'] }

export const formatQueue = ({ sqs, pubsub }: Queue): string =>
  sqs === undefined ? `${pubsub?.project_id ?? ''}/${pubsub?.subscription ?? ''}` : sqs.queue

const none: ReceivedMessages = { messages: [], acknowledge: async () => {} }

export const receiveMessages = async (
  { sqs, pubsub }: Queue,
  max: number,
  run: ClientRun,
): Promise<ReceivedMessages> => {
  if (sqs !== undefined) return receiveSqs(sqs, max, run)
  return pubsub === undefined ? none : receiveGooglePubsub(pubsub, max, run)
}
