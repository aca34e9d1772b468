import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { idSchema } from '#shared/primitives/id.ts'

/** The longest spec that is previewed, as JSON. */
export const ruleSpecMaxLength = 100_000

const memberSchema = z.object({
  kind: z.enum(['check', 'component', 'config']),
  id: z.string(),
  name: z.string(),
  from: z.string(),
  /** Null: it still is in trouble. */
  until: z.string().nullable(),
})

/**
 * What an incident rule would have opened in the last week, without opening anything. 400 where the spec cannot be read, or its
 * expression fails or never ends. It takes the right to save the rule, and tells of what whoever asks may see.
 */
export const rulePreviewRoute = contract({
  method: 'POST',
  path: '/api/incident-rules/preview',
  body: z.object({ id: idSchema.nullish(), name: z.string().max(500), spec: z.record(z.string(), z.unknown()) }),
  response: z.object({
    /** From when on it is told: a week ago, or later where so much happened that not all was looked at. */
    since: z.string(),
    /** How much began in that time that the rule is about. */
    troubles: z.number(),
    /** How many incidents; the newest of them are told. */
    total: z.number(),
    incidents: z.array(
      z.object({
        title: z.string(),
        opened_at: z.string(),
        /** When the rule would have resolved it; null: it would be open still. */
        resolved_at: z.string().nullable(),
        member_count: z.number(),
        members: z.array(memberSchema),
      }),
    ),
    /** What to know to read this rightly. */
    notes: z.array(z.string()),
  }),
})
export type RulePreview = z.output<typeof rulePreviewRoute.response>
