import type { z } from 'zod'
import type { checkGraphRoute } from '#shared/health/check-routes.ts'
import { isId } from '#shared/primitives/id.ts'
import { parseMoment } from '#relay/backend/parsing/parse-moment.ts'
import { invalid } from '#relay/errors/http-error.ts'

/** Times in milliseconds since the epoch. */
export interface GraphRequest {
  readonly checkId: string | undefined
  readonly canaryId: string | undefined
  readonly start: number
  readonly end: number
  readonly bucketMs: number
  readonly includeMessages: boolean
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const longestMs = 20 * 365 * day

export const bucketWidthMs = (rangeMs: number): number => {
  if (rangeMs <= 2 * hour) return minute
  if (rangeMs <= day) return 15 * minute
  return rangeMs <= 7 * day ? hour : 4 * hour
}

const parseTime = (name: string, text: string, now: number): number => {
  const moment = parseMoment(text, now)
  if (moment !== undefined) return moment
  throw invalid(`${name} must be a duration like 1h or a time like 2025-03-24T08:00:00Z, not "${text}".`)
}

export const readGraphRequest = (query: z.output<typeof checkGraphRoute.query>, now: number): GraphRequest => {
  const { check, canary_id, start, since, end, until, includeMessages } = query
  if ((check ?? '') === '' && (canary_id ?? '') === '') throw invalid('check or canary_id is missing.')
  for (const id of [check, canary_id]) {
    if (id !== undefined && id !== '' && !isId(id)) {
      throw invalid(`"${id}" is not a valid id.`)
    }
  }
  const to = parseTime('end', end || until || '0', now)
  const from = parseTime('start', start || since || '1h', now)
  if (from >= to) throw invalid('start must be before end.')
  if (to - from > longestMs) throw invalid('The range is longer than 20 years.')
  return {
    checkId: check || undefined,
    canaryId: canary_id || undefined,
    start: from,
    end: to,
    bucketMs: bucketWidthMs(to - from),
    includeMessages: includeMessages !== undefined && includeMessages !== 'false',
  }
}
