import type { z } from 'zod'
import { formatPath } from '#shared/primitives/format-path.ts'
import { toPath } from '#relay/backend/resources/parse-documents.ts'
import type { DocumentError, DocumentPath } from '#relay/backend/resources/resource-document.ts'
import { specIssues } from '#relay/backend/resources/spec-issues.ts'

export const firstSpecError = (
  schema: z.ZodType,
  error: z.ZodError,
  value: unknown,
  at: DocumentPath = [],
): DocumentError => {
  const [issue] = specIssues(schema, error, value)
  const path = [...at, ...toPath(issue)]
  return { path, reason: `${formatPath(path) || 'The spec'}: ${issue?.message ?? 'cannot be read'}.` }
}
