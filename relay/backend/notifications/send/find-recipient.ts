import type { DueSend } from '#relay/backend/notifications/outbox/outbox.ts'
import type { NotificationRule, Recipient } from '#relay/backend/notifications/rules/rules.ts'

type Addressed = Pick<DueSend, 'person_id' | 'team_id' | 'payload'>

export const findRecipient = (
  rule: Pick<NotificationRule, 'recipients' | 'fallback'> | undefined,
  { person_id, team_id, payload }: Addressed,
): Recipient | undefined =>
  (payload.isFallback === true ? rule?.fallback : rule?.recipients)?.find((each) => {
    if (payload.recipientKind !== undefined && each.kind !== payload.recipientKind) return false
    switch (each.kind) {
      case 'service':
        return each.index === payload.service && (each.team?.id ?? null) === team_id
      case 'person':
        return each.id === person_id
      case 'team':
      case 'onCall':
        return each.id === team_id
      default:
        return person_id === null && team_id === null && payload.service == null
    }
  })
