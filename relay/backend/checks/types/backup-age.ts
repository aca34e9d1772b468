import { hourMs } from '#shared/primitives/time-units.ts'
import { humanizeDuration } from '#relay/backend/templates/functions/time-functions.ts'

const clockToleranceMs = hourMs

/** A date that cannot be read, or is in the future, never becomes too old. */
export const findAgeFailure = (subject: string, ageMs: number, maxMs = Infinity): string | undefined => {
  if (Number.isNaN(ageMs)) return `${subject} has no valid date.`
  if (ageMs < -clockToleranceMs) return `${subject} is dated ${humanizeDuration(-ageMs)} in the future.`
  if (ageMs <= maxMs) return undefined
  return `${subject} is ${humanizeDuration(ageMs)} old, expected at most ${humanizeDuration(maxMs)}.`
}
