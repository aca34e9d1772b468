import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import { sendMessage } from '#relay/backend/clients/send-message.ts'
import type { ActionContext, ActionOutcome } from '#relay/backend/playbooks/actions/action-context.ts'

type NotificationSpec = NonNullable<PlaybookAction['notification']>

export const runNotification = async (spec: NotificationSpec, context: ActionContext): Promise<ActionOutcome> => {
  const { error } = await sendMessage(spec, spec, context)
  return { result: {}, error }
}
