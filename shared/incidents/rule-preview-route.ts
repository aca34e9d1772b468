import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { idSchema } from '#shared/primitives/id.ts'

export const ruleSpecMaxLength = 100_000

const memberSchema = z.object({
  kind: z.enum(['check', 'component', 'config']),
  id: z.string(),
  name: z.string(),
  from: z.string(),
  until: z.string().nullable(),
})

/**
 * 400 when the spec is invalid or its expression fails or times out. Needs the permission to save the rule;
 * includes only what the requester can read.
 */
export const rulePreviewRoute = contract({
  method: 'POST',
  path: '/api/incident-rules/preview',
  embeddedOnly: true,
  body: z.object({ id: idSchema.nullish(), name: z.string().max(500), spec: z.record(z.string(), z.unknown()) }),
  response: z.object({
    since: z.string(),
    troubles: z.number(),
    total: z.number(),
    incidents: z.array(
      z.object({
        title: z.string(),
        opened_at: z.string(),
        resolved_at: z.string().nullable(),
        member_count: z.number(),
        members: z.array(memberSchema),
      }),
    ),
    notes: z.array(z.string()),
  }),
})
export type RulePreview = z.output<typeof rulePreviewRoute.response>
