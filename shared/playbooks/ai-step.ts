import { z } from 'zod'
import { flag, unavailable } from '#shared/playbooks/step-fields.ts'
import { valueSourceSchema } from '#shared/playbooks/value-source.ts'
import { filledText } from '#shared/primitives/document-scalars.ts'

const text = z.string()

export const aiStep = z.strictObject({
  backend: text.optional(),
  model: text.optional(),
  connection: text.optional(),
  apiKey: valueSourceSchema.optional(),
  apiURL: text.optional(),
  systemPrompt: text.optional(),
  prompt: filledText,
  dryRun: flag.optional(),
  formats: z.array(text).optional(),
  config: unavailable,
  changes: unavailable,
  analysis: unavailable,
  relationships: unavailable,
  playbooks: unavailable,
  recommendPlaybooks: unavailable,
})
