import type { z } from 'zod'
import { RelayError } from '#relay/errors/relay-error.ts'

export const readBody = <Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> => {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const names = [...new Set(parsed.error.issues.map(({ path }) => path.join('.') || 'body'))]
  throw new RelayError(
    'bad_request',
    `These fields are missing or wrong: ${names.join(', ')}.`,
    'Correct them and try again.',
  )
}
