import type { TestDestination } from '#shared/connections/connection-test.ts'
import { resolveDestination, sendMessage, type SendContext } from '#relay/backend/clients/senders/send-message.ts'
import type { Message } from '#relay/backend/clients/senders/sender.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { parseEndpoint } from '#relay/backend/clients/run/endpoint.ts'
import type { ConnectionProbe } from './probe.ts'

type Read = Pick<SendContext, 'resolveConnection'>

const toHost = (server: string): string => (URL.canParse(server) ? new URL(server).host : server)

export const testDestination = async (reference: string, { resolveConnection }: Read): Promise<TestDestination> => {
  const mask = new Mask()
  const { service, server, recipient } = await resolveDestination(
    { connection: reference },
    { resolveConnection, mask },
  )
  return {
    service,
    server: mask.inText(toHost(server)),
    recipient: recipient && {
      label: recipient.label,
      value: mask.inText(recipient.value),
      isChosen: recipient.setting !== null,
      whenEmpty: recipient.whenEmpty ?? null,
    },
  }
}

export const testMessage = (connection: string, by: string, at: Date): Message => ({
  title: 'Quarterdeck connection test',
  message: `${by} requested this test of connection ${connection} at ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC. No action is required.`,
})

interface ByMessageOptions extends Pick<SendContext, 'allowsPrivateRedirects'> {
  readonly message: Message
  readonly recipient: string | undefined
}

export const byMessage = ({ message, recipient, allowsPrivateRedirects }: ByMessageOptions): ConnectionProbe => ({
  lastStep: 'Sent',
  endpoint: async (connection) => {
    const context = { resolveConnection: async () => connection, mask: new Mask() }
    const { server, isUnverified = false } = await resolveDestination({ connection: 'connection://tested' }, context)
    const endpoint = parseEndpoint(server, 'https')
    return endpoint && { ...endpoint, isUnverified }
  },
  ask: async ({ reference, connection }, { mask, signal }) => {
    const context = {
      resolveConnection: async () => connection,
      mask,
      signal,
      ...(allowsPrivateRedirects && { allowsPrivateRedirects }),
    }
    const destination = await resolveDestination({ connection: reference }, context)
    const setting = destination.recipient?.setting
    const properties = recipient && setting ? { [setting]: recipient } : undefined
    const { error } = await sendMessage({ connection: reference }, { ...message, properties }, context)
    if (error !== null) throw new Error(error)
    const reached = (properties && recipient) || destination.recipient?.value || destination.recipient?.whenEmpty
    return `${destination.service} accepted the message${reached ? ` for ${reached}` : ''}`
  },
})
