import { z } from 'zod'
import { readMoment } from '#shared/time-range/typed-moment.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { inZone } from '#client/lib/time/in-zone.ts'

export const formatEnd = (until: string | null, timeZone: string): string =>
  until === null ? '' : inZone(Date.parse(until), timeZone).format('YYYY-MM-DD HH:mm')

/** Returns the time as the database reads it; null is no end. */
export const createEndSchema = (timeZone: string, getNowMs: () => number = serverNow) =>
  z
    .object({ until: z.string().min(1, 'Choose a duration'), other: z.string() })
    .transform(({ until, other }, context) => {
      if (until === 'indefinitely') return null
      const now = new Date(getNowMs())
      const read = readMoment(until === 'other' ? other : until, 'to', { timeZone, lean: 'future', now })
      const message =
        read.kind === 'unclear'
          ? `${read.message} For example: ${read.example}`
          : read.at <= now
            ? 'The time is in the past. Remove the silence to end it now.'
            : undefined
      if (read.kind === 'moment' && message === undefined) return read.at.toISOString()
      context.addIssue({ code: 'custom', path: ['other'], message: message ?? '' })
      return z.NEVER
    })
