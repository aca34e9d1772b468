import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { idSchema } from '#shared/primitives/id.ts'

const text = z.string()
const optional = text.max(20_000).nullish()
const nanos = z.number().min(0).nullish()

export const previewOutcomes = ['sent', 'grouped', 'waits', 'repeat', 'silenced', 'left out'] as const

/**
 * The last seven days, without sending. Only what the viewer can read, with the current state of resources;
 * `is_cut`: not all events were evaluated.
 */
export const rulePreviewRoute = contract({
  method: 'POST',
  path: '/api/notification/preview',
  embeddedOnly: true,
  body: z.object({
    /** Of a saved rule. */
    id: idSchema.nullish(),
    name: text.max(200).default(''),
    events: z.array(text.max(100)).max(50),
    filter: optional,
    title: optional,
    template: optional,
    repeat_interval: text.max(50).nullish(),
    wait_for: nanos,
    wait_for_eval_period: nanos,
    group_by: z.array(text.max(200)).max(20).nullish(),
  }),
  response: z.object({
    since: text,
    events: z.array(
      z.object({
        event: text,
        at: text,
        resource: z.object({ kind: text, id: text, name: text }),
        would_be: z.enum(previewOutcomes),
      }),
    ),
    counts: z.record(z.enum(previewOutcomes), z.number()),
    sample: z
      .object({
        event: text,
        at: text,
        name: text,
        title: text,
        message: text,
        values: z.array(z.object({ path: text, value: text })),
      })
      .nullable(),
    /**
     * Already in a state that the rule reports, without a message of the rule about it. It reports events, so these only
     * after they happen again.
     */
    failing_now: z.array(z.object({ event: text, resource: z.object({ kind: text, id: text, name: text }) })),
    problems: z.array(text),
    is_cut: z.boolean(),
  }),
})
export type RulePreview = z.infer<typeof rulePreviewRoute.response>

/** Evaluates the rule, and no other, for the resources of `failing_now`. */
export const notifyFailingRoute = contract({
  method: 'POST',
  path: '/api/notification/:id/failing',
  embeddedOnly: true,
  params: z.object({ id: z.string() }),
  response: z.object({ events: z.number() }),
})
