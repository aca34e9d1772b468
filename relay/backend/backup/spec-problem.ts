import type { z } from 'zod'
import { reasonOf } from '#relay/backend/resources/parse-documents.ts'

/** What a schema has against the spec of a document, as a sentence. */
export const specProblem = ({ issues: [issue] }: z.ZodError): string =>
  issue === undefined ? 'The spec cannot be read.' : reasonOf({ ...issue, path: ['spec', ...issue.path] })
