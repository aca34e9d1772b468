import { fillCredentials } from '#relay/backend/clients/run/fill-credentials.ts'
import type { SendContext } from '#relay/backend/clients/senders/send-message.ts'
import { email } from '#relay/backend/clients/senders/email.ts'
import type { Sender } from '#relay/backend/clients/senders/sender.ts'
import { findSender } from '#relay/backend/clients/senders/senders.ts'
import { sampleAddress } from './address-templates.ts'
import type { Recipient } from './rules.ts'

interface RecipientKind {
  /** `slack`, `smtp`, `generic` …: `channel` in templates. */
  readonly channel: string
  readonly sender: Sender | undefined
  readonly connectionId: string | null
}

const toChannel = ({ schemes }: Sender): string => schemes.find((scheme) => scheme === 'generic') ?? schemes[0] ?? ''

const people: RecipientKind = { channel: toChannel(email), sender: email, connectionId: null }
const unknown: RecipientKind = { channel: '', sender: undefined, connectionId: null }

export type DescribeKind = (recipient: Recipient) => Promise<RecipientKind>

export const createRecipientKinds =
  (resolveConnection: SendContext['resolveConnection']): DescribeKind =>
  async (recipient) => {
    if (recipient.kind === 'playbook') return { ...unknown, channel: 'playbook' }
    if (recipient.kind !== 'service') return people
    const { url, connection: reference } = recipient.service
    // Sending reports a connection that cannot be read.
    const connection = reference ? await resolveConnection(reference).catch(() => undefined) : undefined
    const connectionId = connection?.id ?? null
    const address =
      (url && sampleAddress(url)) || (connection === undefined ? '' : fillCredentials(connection.url, connection))
    const sender = URL.canParse(address) ? findSender(new URL(address)) : undefined
    return sender === undefined ? { ...unknown, connectionId } : { channel: toChannel(sender), sender, connectionId }
  }
