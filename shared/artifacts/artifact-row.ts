import { z } from 'zod'
import { nullableText } from '#shared/primitives/row-values.ts'

export const artifactRowSchema = z.object({
  id: z.string(),
  filename: z.string(),
  size: z.number(),
  content_type: nullableText,
  checksum: z.string(),
  created_at: z.string(),
})
export type ArtifactRow = z.infer<typeof artifactRowSchema>
