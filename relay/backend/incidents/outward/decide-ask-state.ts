import type { SendOutcome } from '#relay/backend/clients/senders/sender.ts'

const attemptsMost = 5
const firstWaitMs = 30_000

interface AskState {
  readonly state: 'asked' | 'refused' | 'failed' | 'waiting'
  readonly waitMs: number
}

export const decideAskState = ({ error, isFinal, retryAfterMs }: SendOutcome, attempts: number): AskState => {
  const waitMs = retryAfterMs ?? firstWaitMs * 2 ** (attempts - 1)
  if (error === null) return { state: 'asked', waitMs }
  if (isFinal) return { state: 'refused', waitMs }
  return { state: attempts >= attemptsMost ? 'failed' : 'waiting', waitMs }
}
