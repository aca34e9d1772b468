import type { Delivered } from './deliver.ts'

const backOffMs = [5_000, 30_000, 120_000, 600_000]

type NextStep =
  | { readonly kind: 'wait'; readonly held: string; readonly waitMs: number }
  | { readonly kind: 'end'; readonly status: 'sent' | 'silenced' | 'skipped'; readonly error: string | null }
  | { readonly kind: 'retry'; readonly error: string; readonly waitMs: number }
  | { readonly kind: 'giveUp'; readonly error: string }

type Outcome = Pick<Delivered, 'error' | 'isFinal' | 'isUnsubscribed' | 'isHeld' | 'held' | 'retryAfterMs'>

export const decideNextStep = (
  { error, isFinal, isUnsubscribed = false, isHeld = false, held, retryAfterMs = 0 }: Outcome,
  retries: number,
  nowMs: number,
): NextStep => {
  if (isHeld && held?.untilMs !== undefined)
    return { kind: 'wait', held: held.reason, waitMs: Math.max(0, held.untilMs - nowMs) }
  if (error === null) return { kind: 'end', status: isHeld ? 'silenced' : 'sent', error }
  if (isUnsubscribed) return { kind: 'end', status: 'skipped', error }
  const waitMs = backOffMs[retries]
  if (isFinal || waitMs === undefined) return { kind: 'giveUp', error }
  return { kind: 'retry', error, waitMs: Math.max(waitMs, retryAfterMs) }
}
