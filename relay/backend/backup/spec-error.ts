import type { z } from 'zod'
import { firstSpecError } from '#relay/backend/resources/first-spec-error.ts'

export const formatSpecError = (schema: z.ZodType, error: z.ZodError, spec: unknown): string =>
  firstSpecError(schema, error, spec, ['spec']).reason
