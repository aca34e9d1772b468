import type { State } from '#client/ui/state-mark.tsx'
import { readSendError } from './send-error.ts'
import type { Send } from './sends-api.ts'

const states: Readonly<Record<string, State>> = {
  sent: 'healthy',
  error: 'unhealthy',
  pending: 'running',
  'evaluating-waitfor': 'running',
  attempting_fallback: 'warning',
  pending_playbook_run: 'running',
  pending_playbook_completion: 'running',
}

export const sendState = (status: string | null): State => states[status ?? ''] ?? 'unknown'

const reasons: Readonly<Record<string, string>> = {
  silenced: 'Silenced',
  'repeat-interval': 'An identical message was sent within the repeat interval',
  'evaluating-waitfor': 'The rule waits to see if the state lasts',
  skipped: 'Resolved before the wait ended',
  inhibited: 'A dependency had already failed',
  pending: 'Being sent',
}

export const describeSendReason = ({
  status,
  error,
  retries,
  payload,
}: Pick<Send, 'status' | 'error' | 'retries'> & Partial<Pick<Send, 'payload'>>): string => {
  const tries = status === 'pending' && error !== null ? ` Attempt ${(retries ?? 0) + 2} follows.` : ''
  if (error === null && payload?.held) return payload.held
  return error === null ? (reasons[status ?? ''] ?? '') : `${readSendError(error).sentence}${tries}`
}

export const sendResourceName = ({ resource, resource_id: id }: Pick<Send, 'resource' | 'resource_id'>): string =>
  resource?.name ?? id.slice(0, 8)
