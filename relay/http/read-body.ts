import type { z } from 'zod'
import { formatPath } from '#shared/primitives/format-path.ts'
import { RelayError } from '#relay/errors/relay-error.ts'

export const readBody = <Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> => {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const names = [...new Set(parsed.error.issues.map(({ path }) => formatPath(path) || 'body'))]
  throw new RelayError('bad_request', `Missing or invalid fields: ${names.join(', ')}.`, 'Correct them and try again.')
}
