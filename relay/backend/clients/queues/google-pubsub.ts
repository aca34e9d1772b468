import { z } from 'zod'
import { parseJsonOrText } from '#shared/primitives/bounded-json.ts'
import { gcpSignIn, openGcp } from '#relay/backend/clients/clouds/gcp-fields.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import type { QueueMessage, ReceivedMessages } from './messages.ts'

const scope = 'https://www.googleapis.com/auth/pubsub'

export const googlePubsubSpec = z.strictObject({
  ...gcpSignIn,
  gcpConnection: z.strictObject(gcpSignIn).optional(),
  project_id: z.string().min(1),
  subscription: z.string().min(1),
})

const pulled = z.looseObject({
  receivedMessages: z
    .array(
      z.looseObject({
        ackId: z.string(),
        message: z.looseObject({
          messageId: z.string(),
          data: z.string().default(''),
          attributes: z.record(z.string(), z.string()).default({}),
          publishTime: z.string().optional(),
        }),
      }),
    )
    .default([]),
})

type PulledMessage = z.infer<typeof pulled>['receivedMessages'][number]

const pageMax = 100

const toMessage = ({ message }: PulledMessage): QueueMessage => {
  const { messageId: id, data, attributes, publishTime } = message
  return {
    id,
    body: parseJsonOrText(Buffer.from(data, 'base64').toString()),
    attributes: { ...attributes, ...(publishTime !== undefined && { publishTime }) },
  }
}

export const receiveGooglePubsub = async (
  { project_id: project, subscription, gcpConnection, ...signIn }: z.infer<typeof googlePubsubSpec>,
  max: number,
  run: ClientRun,
): Promise<ReceivedMessages> => {
  const request = await openGcp(gcpConnection ?? signIn, { field: 'pubsub.gcpConnection', scope }, run)
  const path = `projects/${encodeURIComponent(project)}/subscriptions/${encodeURIComponent(subscription)}`
  const url = `https://pubsub.googleapis.com/v1/${path}`
  const found = new Map<string, PulledMessage>()
  for (;;) {
    // Without returnImmediately an empty subscription keeps the request open.
    const body = { maxMessages: Math.min(pageMax, max - found.size), returnImmediately: true }
    const read = pulled.safeParse(await request({ url: `${url}:pull`, body }))
    if (!read.success) throw new Error('Google Pub/Sub returned an invalid response')
    const { receivedMessages: page } = read.data
    const known = found.size
    for (const each of page) found.set(each.message.messageId, each)
    // A message that takes long to process is delivered again.
    if (found.size === known || found.size >= max) break
  }
  const pulledMessages = [...found.values()]
  return {
    messages: pulledMessages.map(toMessage),
    acknowledge: async () => {
      for (let from = 0; from < pulledMessages.length; from += pageMax) {
        const ackIds = pulledMessages.slice(from, from + pageMax).map(({ ackId }) => ackId)
        await request({ url: `${url}:acknowledge`, body: { ackIds } })
      }
    },
  }
}
