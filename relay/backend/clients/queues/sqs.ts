import { z } from 'zod'
import { parseJsonOrText } from '#shared/primitives/bounded-json.ts'
import { awsSignIn, hasWholeKey, openAws, wholeKey } from '#relay/backend/clients/clouds/aws-fields.ts'
import type { AwsClientOptions } from '#relay/backend/clients/clouds/aws-client.ts'
import { askAwsJson } from '#relay/backend/clients/clouds/aws-json.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import type { ReceivedMessages } from './messages.ts'

const pageSize = 10
const waitSecondsMax = 20

export const sqsSpec = z
  .strictObject({
    ...awsSignIn,
    queue: z.string().min(1),
    waitTime: z.number().int().min(0).max(waitSecondsMax).optional(),
    /** Leaves the body as text. */
    raw: z.boolean().optional(),
  })
  .refine(hasWholeKey, wholeKey)

const queueUrl = z.looseObject({ QueueUrl: z.string() })
const message = z.looseObject({
  MessageId: z.string(),
  ReceiptHandle: z.string(),
  Body: z.string(),
  Attributes: z.record(z.string(), z.unknown()).nullish(),
})
const received = z.looseObject({ Messages: z.array(message).nullish() })
const deleted = z.looseObject({ Failed: z.array(z.looseObject({ Message: z.string().nullish() })).nullish() })

const ask = async <T>(client: AwsClientOptions, action: string, json: object, schema: z.ZodType<T>): Promise<T> =>
  askAwsJson(client, { service: 'sqs', target: `AmazonSQS.${action}`, json, schema })

export const receiveSqs = async (
  { queue, waitTime = 0, raw = false, ...signIn }: z.infer<typeof sqsSpec>,
  max: number,
  run: ClientRun,
): Promise<ReceivedMessages> => {
  const client = (await openAws(signIn, run))('SQS')
  const { QueueUrl } = /^https?:\/\//.test(queue)
    ? { QueueUrl: queue }
    : await ask(client, 'GetQueueUrl', { QueueName: queue }, queueUrl)
  const found: z.infer<typeof message>[] = []
  while (found.length < max) {
    const { Messages: page } = await ask(
      client,
      'ReceiveMessage',
      {
        QueueUrl,
        MaxNumberOfMessages: Math.min(pageSize, max - found.length),
        WaitTimeSeconds: found.length === 0 ? waitTime : 0,
        AttributeNames: ['All'],
      },
      received,
    )
    if (page == null || page.length === 0) break
    found.push(...page)
  }
  return {
    messages: found.map(({ MessageId: id, Body, Attributes }) => ({
      id,
      body: raw ? Body : parseJsonOrText(Body),
      attributes: Attributes ?? {},
    })),
    acknowledge: async () => {
      for (let from = 0; from < found.length; from += pageSize) {
        const page = found.slice(from, from + pageSize)
        const entries = page.map(({ ReceiptHandle }, at) => ({ Id: String(at), ReceiptHandle }))
        const { Failed: failed } = await ask(client, 'DeleteMessageBatch', { QueueUrl, Entries: entries }, deleted)
        if (failed?.[0] !== undefined)
          throw new Error(`A message was not deleted from the queue: ${failed[0].Message ?? 'no reason given'}`)
      }
    },
  }
}
