import { z } from 'zod'
import { parseJsonOrText } from '#shared/primitives/bounded-json.ts'
import { gcpSignIn, openGcp } from '#relay/backend/clients/clouds/gcp-fields.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { messagesMax, type QueueMessage } from './messages.ts'

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

export const pullGooglePubsub = async (
  spec: z.infer<typeof googlePubsubSpec> | undefined,
  run: ClientRun,
): Promise<readonly QueueMessage[]> => {
  if (spec === undefined) return []
  const { project_id: project, subscription, gcpConnection, ...signIn } = spec
  const request = await openGcp(gcpConnection ?? signIn, { field: 'pubsub.gcpConnection', scope }, run)
  const path = `projects/${encodeURIComponent(project)}/subscriptions/${encodeURIComponent(subscription)}`
  const url = `https://pubsub.googleapis.com/v1/${path}`
  // Without returnImmediately an empty subscription keeps the request open.
  const body = { maxMessages: messagesMax, returnImmediately: true }
  const read = pulled.safeParse(await request({ url: `${url}:pull`, body }))
  if (!read.success) throw new Error('Google Pub/Sub returned an invalid response')
  const { receivedMessages: found } = read.data
  if (found.length > 0) await request({ url: `${url}:acknowledge`, body: { ackIds: found.map(({ ackId }) => ackId) } })
  return found.map(({ message: { messageId: id, data, attributes, publishTime } }) => ({
    id,
    body: parseJsonOrText(Buffer.from(data, 'base64').toString()),
    attributes: { ...attributes, ...(publishTime !== undefined && { publishTime }) },
  }))
}
