import { z } from 'zod'
import { booleanField } from '#shared/primitives/document-scalars.ts'
import { silenceWindowSchema } from '#shared/notifications/silence-window.ts'
import { writtenSelectorSchema } from '#shared/resources/document-selector.ts'
import { readDateMath } from '#relay/backend/data-api/rewrite/date-math.ts'
import { isMoment, normalizeTime } from './moment.ts'

const name = z.string().min(1)
/** `now` is the time at which the document was first loaded. */
export const toTime = (text: string | null | undefined, nowMs: number): string | undefined =>
  text == null ? undefined : isMoment(text) ? normalizeTime(text) : readDateMath(text, nowMs)?.toISOString()
const time = z.string().refine((text) => toTime(text, 0) !== undefined, {
  error: 'must be a time such as 2026-11-30T09:00:00Z, a date such as 2026-11-30 or an expression such as now+2h',
})
export const silenceSpecSchema = z
  .strictObject({
    description: z.string().max(5_000).nullish(),
    from: time.nullish(),
    until: time.nullish(),
    recursive: booleanField.nullish(),
    filter: z.string().max(10_000).nullish(),
    selectors: z.array(writtenSelectorSchema).max(100).nullish(),
    resource: z
      .strictObject({ canary: name.optional(), check: name.optional() })
      .refine(({ canary, check }) => (canary === undefined) !== (check === undefined), {
        error: 'Name either a canary or a check',
      })
      .nullish(),
    window: silenceWindowSchema.nullish(),
    until_recovers: booleanField.nullish(),
  })
  .refine(({ resource, selectors, filter }) => resource != null || selectors?.length || (filter ?? '').trim() !== '', {
    error: 'A silence needs a resource, a filter or selectors: without any it would silence everything',
  })
  .refine(
    ({ from, until }) => {
      const nowMs = Date.now()
      return from == null || until == null || (toTime(from, nowMs) ?? '') <= (toTime(until, nowMs) ?? '')
    },
    {
      path: ['from'],
      error: 'A silence must start before it ends',
    },
  )
  .refine(({ resource, until_recovers: untilRecovers }) => untilRecovers !== true || resource?.check !== undefined, {
    path: ['until_recovers'],
    error: 'Name the check whose recovery ends the silence',
  })
