import { z } from 'zod'
import { withoutErrorObject } from './action-result.ts'

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null)

export const actionRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  playbook_run_id: text,
  status: z.string(),
  scheduled_time: z.string(),
  start_time: text,
  end_time: text,
  retry_count: z
    .number()
    .nullish()
    .transform((count) => count ?? 0),
  /** Null for a local action, which production services send as an agent without id and name. */
  agent: z
    .object({ id: text, name: text })
    .nullish()
    .transform((agent) => (agent?.id == null ? null : { id: agent.id, name: agent.name ?? agent.id })),
})

export const artifactRowSchema = z.object({
  id: z.string(),
  filename: z.string(),
  size: z.number(),
  content_type: text,
  checksum: z.string(),
  created_at: z.string(),
})
export type ArtifactRow = z.infer<typeof artifactRowSchema>

export const actionDetailSchema = actionRowSchema.omit({ agent: true }).extend({
  error: text,
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
