import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

const text = z.string()
const optional = text.max(20_000).nullish()
const nanos = z.number().min(0).nullish()

/** What a rule would have made of an event. */
export const previewOutcomes = ['sent', 'grouped', 'waits', 'repeat', 'silenced', 'left out'] as const

/**
 * What a rule would have sent of what happened in the last seven days, before it is saved. Nothing is sent. All of it is what the viewer may
 * see; where there is more than is looked at, `is_cut` says so. Things are taken as they are now.
 */
export const rulePreviewRoute = contract({
  method: 'POST',
  path: '/api/notification/preview',
  body: z.object({
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
    /** The newest event that the filter passes, or else the newest: as it would read, and what filters and templates see of it. */
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
    /** What is wrong with the filter or the texts. */
    problems: z.array(text),
    is_cut: z.boolean(),
  }),
})
export type RulePreview = z.infer<typeof rulePreviewRoute.response>
