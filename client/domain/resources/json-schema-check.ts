import { z } from 'zod'
import { valueAt } from '#shared/primitives/value-at.ts'
import type { JsonSchema } from '#client/ui/editor/schema-fields.ts'
import type { CheckSpec, SpecError } from '#client/ui/editor/spec-document.ts'

type Issue = z.core.$ZodIssue

const formatIssue = (issue: Issue, isMissing: boolean): string => {
  if (isMissing) return 'This field is required'
  if (issue.code === 'too_small' && issue.origin !== 'string' && issue.origin !== 'array')
    return `must be ${issue.minimum} or more`
  if (issue.code === 'too_big' && issue.origin !== 'string' && issue.origin !== 'array')
    return `must be ${issue.maximum} or less`
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'invalid_union') return 'has an invalid format'
  return issue.message
}

const isMissingAt = (value: unknown, path: readonly PropertyKey[]): boolean => valueAt(value, path) === undefined

const toSpecErrors = (value: unknown, issues: readonly Issue[]): readonly SpecError[] =>
  issues.flatMap((issue): readonly SpecError[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key], message: `Unknown field “${key}”` }))
      : [{ path: issue.path, message: formatIssue(issue, isMissingAt(value, issue.path)) }],
  )

/**
 * Undefined when the schema cannot be read. Needs all of zod, so the build puts this module into its own chunk
 * (`apart` in vite.config.ts).
 */
export const jsonSchemaCheck = (schema: JsonSchema): CheckSpec | undefined => {
  try {
    const parsed = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
    return (value) => toSpecErrors(value, parsed.safeParse(value).error?.issues ?? [])
  } catch {
    return undefined
  }
}
