import type { z } from 'zod'
import { toReason } from '#relay/backend/resources/parse-documents.ts'

export const formatSpecError = ({ issues: [issue] }: z.ZodError): string =>
  issue === undefined ? 'The spec cannot be read.' : toReason({ ...issue, path: ['spec', ...issue.path] })
