import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import { dayMs } from '#shared/primitives/time-units.ts'

const defaultMs = 5_000
const longestMs = dayMs

/** Milliseconds. `attempt` counts from 1; `random` is 0 to 1. */
export const retryWaitMs = (
  { exponent, jitter = 0 }: Omit<NonNullable<PlaybookAction['retry']>, 'duration'>,
  baseMs: number | undefined,
  attempt: number,
  random: number,
): number => {
  const stretched = (baseMs ?? defaultMs) * (exponent?.multiplier ?? 1) ** (attempt - 1)
  const spread = 1 + ((random * 2 - 1) * jitter) / 100
  return Math.min(longestMs, Math.max(0, Math.round(stretched * spread)))
}
