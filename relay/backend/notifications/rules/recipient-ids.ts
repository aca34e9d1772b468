import type { Recipient } from './rules.ts'

export const recipientKey = (recipient: Recipient): string =>
  recipient.kind === 'service'
    ? `service ${recipient.team?.id ?? ''} ${recipient.index}`
    : `${recipient.kind} ${recipient.id}`

export const getRecipientId = (recipient: Recipient | undefined, kind: 'person' | 'team'): string | null => {
  if (recipient?.kind === kind) return recipient.id
  if (kind !== 'team') return null
  if (recipient?.kind === 'onCall') return recipient.id
  return recipient?.kind === 'service' ? (recipient.team?.id ?? null) : null
}
