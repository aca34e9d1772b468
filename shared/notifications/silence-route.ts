import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { silenceWindowSchema } from './silence-window.ts'

const moment = z.string().trim().max(100).nullish()
const id = z.string().nullish()

const targetAndTime = {
  from: moment,
  until: moment,
  /** It holds in these windows alone, of the time between `from` and `until`. */
  window: silenceWindowSchema.nullish(),
  /** It ends as soon as the check, item or component that it names is healthy again. */
  until_recovers: z.boolean().nullish(),
  recursive: z.boolean().nullish(),
  filter: z.string().max(10_000).nullish(),
  selectors: z.array(z.record(z.string(), z.unknown())).max(100).nullish(),
  config_id: id,
  check_id: id,
  canary_id: id,
  component_id: id,
}

/**
 * Silences what is sent of a thing, of things by selectors, or by a filter (ledger NOTIF-06); `from` and `until` are times or date math
 * such as `now+2h`, and a silence without `until`, or with `indefinitely`, does not end by itself (ledger NOTIF-07).
 */
export const silenceRoute = contract({
  method: 'POST',
  path: '/api/notification/silence',
  body: z.object({
    name: z.string().trim().min(1).max(200),
    description: z.string().max(5_000).nullish(),
    ...targetAndTime,
  }),
  response: z.unknown(),
})
export type SilenceToAdd = z.input<typeof silenceRoute.body>

const resourceSchema = z.object({
  kind: z.enum(['check', 'config', 'component']),
  id: z.string(),
  name: z.string(),
  health: z.string(),
})
const rule = z.object({ id: z.string(), name: z.string() })

/**
 * What a silence would do, before it is saved; the same body as the one that saves it. All of it is what the viewer may see, from
 * what is and from the messages that were kept. Where there is more than is looked at, `is_cut` says so.
 */
export const silencePreviewRoute = contract({
  method: 'POST',
  path: '/api/notification/silence/preview',
  body: z.object(targetAndTime),
  response: z.object({
    /** What is in trouble now and covered. */
    muted_now: z.array(resourceSchema),
    /** Messages of the last seven days that it would have held back, by what they were about, the latest first. */
    would_have_muted: z.array(
      z.object({
        resource: resourceSchema.omit({ health: true }),
        event: z.string(),
        messages: z.number(),
        first: z.string(),
        last: z.string(),
        rules: z.array(rule),
      }),
    ),
    messages: z.object({ muted: z.number(), all: z.number(), since: z.string() }),
    /** What is told of when it ends, as long as it is in trouble then, with the rules that tell. */
    fires_at_end: z.array(z.object({ resource: resourceSchema, event: z.string(), rules: z.array(rule) })),
    is_cut: z.boolean(),
  }),
})
export type SilencePreview = z.infer<typeof silencePreviewRoute.response>
