import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { silenceWindowSchema } from './silence-window.ts'

const moment = z.string().trim().max(100).nullish()
const id = z.string().nullish()

const targetAndTime = {
  from: moment,
  until: moment,
  window: silenceWindowSchema.nullish(),
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
 * `from` and `until` are times or date math such as `now+2h`. Without `until`, or with `indefinitely`, the
 * silence does not expire.
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

export const silencePreviewRoute = contract({
  method: 'POST',
  path: '/api/notification/silence/preview',
  embeddedOnly: true,
  body: z.object(targetAndTime),
  response: z.object({
    muted_now: z.array(resourceSchema),
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
    fires_at_end: z.array(z.object({ resource: resourceSchema, event: z.string(), rules: z.array(rule) })),
    is_cut: z.boolean(),
  }),
})
export type SilencePreview = z.infer<typeof silencePreviewRoute.response>
