import { z } from 'zod'
import { artifactRowSchema } from '#shared/artifacts/artifact-row.ts'
import { nullableText } from '#shared/primitives/row-values.ts'
import { withoutErrorObject } from './action-result.ts'

export const actionRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  playbook_run_id: nullableText,
  status: z.string(),
  scheduled_time: z.string(),
  start_time: nullableText,
  end_time: nullableText,
  retry_count: z
    .number()
    .nullish()
    .transform((count) => count ?? 0),
  /** Null for a local action, which production services send as an agent without id and name. */
  agent: z
    .object({ id: nullableText, name: nullableText })
    .nullish()
    .transform((agent) => (agent?.id == null ? null : { id: agent.id, name: agent.name ?? agent.id })),
})

export const actionDetailSchema = actionRowSchema.omit({ agent: true }).extend({
  error: nullableText,
  result: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((result) => (result == null ? null : withoutErrorObject(result))),
  artifacts: z
    .array(artifactRowSchema)
    .nullish()
    .transform((artifacts) => artifacts ?? []),
})
export type ActionDetail = z.infer<typeof actionDetailSchema>
