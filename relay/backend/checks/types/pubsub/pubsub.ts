import { z } from 'zod'
import { defineCheckType } from '#relay/backend/checks/types/define-check-type.ts'
import { unavailable } from '#relay/backend/clients/run/unavailable-field.ts'
import { readSqs, sqsSpec } from './sqs.ts'
import { pullGooglePubsub, googlePubsubSpec } from './google-pubsub.ts'

const inScript = (client: string): string => `run ${client} in an exec check`

const spec = z
  .strictObject({
    sqs: sqsSpec.optional(),
    pubsub: googlePubsubSpec.optional(),
    kafka: unavailable(inScript('kcat')).optional(),
    rabbitmq: unavailable('read the queue from the management API of RabbitMQ in an http check').optional(),
    nats: unavailable(inScript('nats sub')).optional(),
    memory: unavailable('such a queue exists only inside one process').optional(),
  })
  .refine(({ sqs, pubsub }) => (sqs === undefined) !== (pubsub === undefined), {
    message: 'set one of sqs and pubsub',
    path: ['sqs'],
  })
type PubsubSpec = z.infer<typeof spec>

/** Receives the waiting messages and acknowledges them, so that the next run sees only new ones. */
export const pubsub = defineCheckType<PubsubSpec>({
  key: 'pubsub',
  requires:
    'Needs a queue of AWS SQS (sqs) or a subscription of Google Pub/Sub (pubsub), and an account that may read it.',
  spec,
  formatEndpoint: ({ sqs, pubsub: google }) =>
    sqs === undefined ? `${google?.project_id ?? ''}/${google?.subscription ?? ''}` : sqs.queue,
  run: async ({ sqs, pubsub: google }, run) => {
    const messages = sqs === undefined ? await pullGooglePubsub(google, run) : await readSqs(sqs, run)
    const message = `${messages.length} message${messages.length === 1 ? '' : 's'}`
    return { pass: true, message, details: { results: messages, messages, count: messages.length } }
  },
})
