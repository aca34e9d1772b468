import { z } from 'zod'
import { integerField } from '#shared/primitives/document-scalars.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import { hourMs } from '#shared/primitives/time-units.ts'
import { readDateMath } from '#relay/backend/data-api/rewrite/date-math.ts'

const linesMax = 5_000

/** `24h` is that long ago. */
const readMoment = (text: string, nowMs: number): number | undefined => {
  const ms = parseDuration(text)
  return ms === null ? readDateMath(text, nowMs)?.getTime() : nowMs - ms
}

const moment = z
  .string()
  .refine((text) => readMoment(text, Date.now()) !== undefined, 'must be a time, or an age such as 24h or now-24h')

export const rangeFields = {
  start: moment.optional(),
  end: moment.optional(),
  limit: integerField({ min: 1, max: linesMax }).optional(),
}

interface RangeSpec {
  readonly start?: string | undefined
  readonly end?: string | undefined
  /** The length of the range where it has no start. */
  readonly sinceMs?: number | undefined
}

export const readRange = ({ start, end, sinceMs = hourMs }: RangeSpec): { fromMs: number; toMs: number } => {
  const nowMs = Date.now()
  const toMs = (end === undefined ? undefined : readMoment(end, nowMs)) ?? nowMs
  const fromMs = (start === undefined ? undefined : readMoment(start, nowMs)) ?? toMs - sinceMs
  if (fromMs >= toMs) throw new Error('start must be before end')
  return { fromMs, toMs }
}
