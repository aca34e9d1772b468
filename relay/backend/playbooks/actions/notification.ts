import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import { sendMessage } from '#relay/backend/clients/senders/send-message.ts'
import { findWrittenMentions } from '#relay/backend/clients/senders/text/mentions.ts'
import type { ActionContext, ActionOutcome } from '#relay/backend/playbooks/actions/action-context.ts'

type NotificationSpec = NonNullable<PlaybookAction['notification']>

export const runNotification = async (spec: NotificationSpec, context: ActionContext): Promise<ActionOutcome> => {
  const { title = '', message = '' } = context.source?.notification ?? {}
  const mentions = findWrittenMentions([title, message])
  const { error } = await sendMessage(spec, { ...spec, mentions }, context)
  return { result: {}, error }
}
