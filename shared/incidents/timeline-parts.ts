import { z } from 'zod'
import { nullableText } from '#shared/primitives/row-values.ts'

const observedKinds = ['check', 'change', 'run', 'send', 'update'] as const

export const observedSchema = z.object({
  id: z.string(),
  about: z.enum(observedKinds),
  at: z.string(),
  who: nullableText,
  name: z.string(),
  says: z.string(),
  went: z.enum(['well', 'badly']).nullable(),
  ref: z.string(),
  config_id: nullableText,
  thing_id: z.string(),
})
export type Observed = z.infer<typeof observedSchema>

export const cutSchema = z.object({ about: z.enum(observedKinds), before: z.string() })
export type Cut = z.infer<typeof cutSchema>

export const cutNames: Readonly<Record<Cut['about'], string>> = {
  check: 'check state changes',
  change: 'changes',
  run: 'runs',
  send: 'notifications',
  update: 'updates',
}

export const noteSchema = z.object({ id: z.string(), at: z.string(), who: nullableText, says: z.string() })
export type Note = z.infer<typeof noteSchema>

export const markSchema = z.object({
  id: z.string(),
  hidden: z.boolean(),
  pinned: z.boolean(),
  at: nullableText,
})
export type Mark = z.infer<typeof markSchema>

export const outwardSchema = z.object({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  state: z.enum(['waiting', 'asked', 'refused', 'failed']),
  attempts: z.number(),
  reason: z.string().nullable(),
  tried_at: z.string().nullable(),
  next_at: z.string().nullable(),
})
export type OutwardResponder = z.output<typeof outwardSchema>
