import { z } from 'zod'
import { logChunkSchema, logTailSchema } from '#shared/playbooks/log-line.ts'

export const logPartSchema = z.discriminatedUnion('kind', [
  logTailSchema.omit({ chunks: true }).extend({ kind: z.literal('about') }),
  logChunkSchema.extend({ kind: z.literal('chunk') }),
])
export type LogPart = z.infer<typeof logPartSchema>
export type LogAbout = Extract<LogPart, { kind: 'about' }>
