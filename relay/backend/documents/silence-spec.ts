import { z } from 'zod'
import { silenceWindowSchema } from '#shared/notifications/silence-window.ts'
import { writtenSelectorSchema } from '#shared/resources/document-selector.ts'
import { momentSchema, normalizeTime } from './moment.ts'

const name = z.string().min(1)
export const silenceSpecSchema = z
  .strictObject({
    description: z.string().max(5_000).nullish(),
    from: momentSchema.nullish(),
    until: momentSchema.nullish(),
    recursive: z.boolean().nullish(),
    filter: z.string().max(10_000).nullish(),
    selectors: z.array(writtenSelectorSchema).max(100).nullish(),
    resource: z
      .strictObject({ canary: name.optional(), check: name.optional() })
      .refine(({ canary, check }) => (canary === undefined) !== (check === undefined), {
        error: 'Name either a canary or a check',
      })
      .nullish(),
    window: silenceWindowSchema.nullish(),
    until_recovers: z.boolean().nullish(),
  })
  .refine(({ resource, selectors, filter }) => resource != null || selectors?.length || (filter ?? '').trim() !== '', {
    error: 'A silence needs a resource, a filter or selectors: without any it would silence everything',
  })
  .refine(
    ({ from, until }) => from == null || until == null || (normalizeTime(from) ?? '') <= (normalizeTime(until) ?? ''),
    {
      path: ['from'],
      error: 'A silence must start before it ends',
    },
  )
  .refine(({ resource, until_recovers: untilRecovers }) => untilRecovers !== true || resource?.check !== undefined, {
    path: ['until_recovers'],
    error: 'Name the check whose recovery ends the silence',
  })
