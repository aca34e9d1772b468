import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

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
  is_fallback: z.boolean(),
})

const ruleDecisionSchema = z.object({
  rule_id: text,
  rule: text,
  step: z.enum(steps),
  said: text,
  silence_id: text.nullish(),
  recipients: z.array(z.object({ name: text, people: z.array(text) })),
  sends: z.array(sendSchema),
})

const decisionSchema = z.object({
  id: text,
  event: text,
  happened_at: text,
  decided_at: text,
  resource: z.object({ kind: text, id: text, name: text }),
  rules: z.array(ruleDecisionSchema),
})

export const decisionsRoute = contract({
  method: 'GET',
  path: '/api/notification/decisions',
  embeddedOnly: true,
  query: z.object({
    resource_id: text.max(100).optional(),
    event: text.max(100).optional(),
    person_id: text.max(100).optional(),
    send_id: text.max(100).optional(),
    before: z.iso.datetime({ offset: true }).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.object({
    decisions: z.array(decisionSchema),
    next: text.nullable(),
    kept_days: z.number(),
  }),
})
