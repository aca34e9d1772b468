import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

/** The step that decided about a rule, in the order in which they are taken. */
const steps = [
  'event',
  'filter',
  'recipients',
  'loop',
  'repeat',
  'inhibition',
  'silence',
  'group',
  'wait',
  'send',
] as const
export type Step = (typeof steps)[number]

const text = z.string()

const sendSchema = z.object({
  id: text,
  status: text,
  error: text.nullable(),
  recipient: text,
  created_at: text,
  retries: z.number().nullable(),
  /** A message to the fallback, which another could not reach. */
  is_fallback: z.boolean(),
})

const ruleDecisionSchema = z.object({
  rule_id: text,
  rule: text,
  step: z.enum(steps),
  /** A sentence that says why. */
  said: text,
  silence_id: text.nullish(),
  recipients: z.array(z.object({ name: text, people: z.array(text) })),
  /** The messages that it led to, each with what became of it since. */
  sends: z.array(sendSchema),
})

const decisionSchema = z.object({
  id: text,
  event: text,
  happened_at: text,
  decided_at: text,
  resource: z.object({ kind: text, id: text, name: text }),
  /** Every rule that was looked at, in order; for whoever may not read rules, those alone that would have told them. */
  rules: z.array(ruleDecisionSchema),
})

/**
 * Why somebody was told, or not: what was decided about events, the newest first, as it was kept then. Nothing is worked out again.
 * Without a thing and a person, the decisions about whatever the viewer may see.
 */
export const decisionsRoute = contract({
  method: 'GET',
  path: '/api/notification/decisions',
  query: z.object({
    resource_id: text.max(100).optional(),
    event: text.max(100).optional(),
    /** Those that would have told this person. */
    person_id: text.max(100).optional(),
    /** Those that a message came from. */
    send_id: text.max(100).optional(),
    /** Those before this moment. */
    before: z.iso.datetime({ offset: true }).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.object({
    decisions: z.array(decisionSchema),
    /** Ask again with it as `before`; null where there is no more. */
    next: text.nullable(),
    /** How far back they are kept. */
    kept_days: z.number(),
  }),
})
