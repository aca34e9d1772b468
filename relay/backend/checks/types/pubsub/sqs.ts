import { z } from 'zod'
import { parseJsonOrText } from '#shared/primitives/bounded-json.ts'
import { awsSignIn, hasWholeKey, openAws, wholeKey } from '#relay/backend/clients/clouds/aws-fields.ts'
import type { AwsClientOptions } from '#relay/backend/clients/clouds/aws-client.ts'
import { askAwsJson } from '#relay/backend/clients/clouds/aws-json.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { messagesMax, type QueueMessage } from './messages.ts'

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
const received = z.looseObject({
  Messages: z
    .array(
      z.looseObject({
        MessageId: z.string(),
        ReceiptHandle: z.string(),
        Body: z.string(),
        Attributes: z.record(z.string(), z.unknown()).nullish(),
      }),
    )
    .nullish(),
})
const deleted = z.looseObject({ Failed: z.array(z.looseObject({ Message: z.string().nullish() })).nullish() })

const ask = async <T>(client: AwsClientOptions, action: string, json: object, schema: z.ZodType<T>): Promise<T> =>
  askAwsJson(client, { service: 'sqs', target: `AmazonSQS.${action}`, json, schema })

export const readSqs = async (spec: z.infer<typeof sqsSpec>, run: ClientRun): Promise<readonly QueueMessage[]> => {
  const { queue, waitTime = 0, raw = false } = spec
  const client = (await openAws(spec, run))('SQS')
  const { QueueUrl } = /^https?:\/\//.test(queue)
    ? { QueueUrl: queue }
    : await ask(client, 'GetQueueUrl', { QueueName: queue }, queueUrl)
  const found: QueueMessage[] = []
  while (found.length < messagesMax) {
    const { Messages: page } = await ask(
      client,
      'ReceiveMessage',
      {
        QueueUrl,
        MaxNumberOfMessages: pageSize,
        WaitTimeSeconds: found.length === 0 ? waitTime : 0,
        AttributeNames: ['All'],
      },
      received,
    )
    if (page == null || page.length === 0) break
    found.push(
      ...page.map(({ MessageId: id, Body, Attributes }) => ({
        id,
        body: raw ? Body : parseJsonOrText(Body),
        attributes: Attributes ?? {},
      })),
    )
    const entries = page.map(({ ReceiptHandle }, at) => ({ Id: String(at), ReceiptHandle }))
    const { Failed: failed } = await ask(client, 'DeleteMessageBatch', { QueueUrl, Entries: entries }, deleted)
    if (failed?.[0] !== undefined)
      throw new Error(`A message was not deleted from the queue: ${failed[0].Message ?? 'no reason given'}`)
  }
  return found
}
