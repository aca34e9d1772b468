import { z } from 'zod'
import { nearest } from '#relay/backend/templates/nearest.ts'

type Issue = z.core.$ZodIssue

export const specIssues = (schema: z.ZodType, error: z.ZodError, value: unknown): Issue[] =>
  error.issues.flatMap((issue): Issue[] => {
    const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))
    const worded = (at: (string | number)[], message: string): Issue => ({
      code: 'custom',
      path: at,
      message,
      input: value,
    })
    if (issue.code !== 'unrecognized_keys') return [worded(path, describeIssue(issue, valueAt(value, path)))]
    const known = fieldsAt(schema, path)
    return issue.keys.map((key) => {
      const like = nearest(key, known)
      return worded([...path, key], like === undefined ? 'unknown field' : `unknown field (did you mean "${like}"?)`)
    })
  })

const names: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'a boolean',
  array: 'a list',
  object: 'a map',
  record: 'a map',
}
const typeLabel = (kind: string): string => names[kind] ?? kind
const describeType = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'a list' : typeLabel(typeof value)

const describeIssue = (issue: Issue, value: unknown): string => {
  if (value === undefined && issue.code !== 'custom') return 'required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeLabel(issue.expected)}, got ${describeType(value)}`
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : `must be at least ${issue.minimum}`
    case 'too_big':
      return `must be at most ${issue.maximum}${issue.origin === 'string' ? ' characters long' : ''}`
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}, got ${JSON.stringify(value)}`
    default:
      return issue.message
  }
}

const valueAt = (value: unknown, path: readonly (string | number)[]): unknown => {
  let at = value
  for (const step of path) {
    if (typeof at !== 'object' || at === null) return undefined
    at = (at as Record<string | number, unknown>)[step]
  }
  return at
}

const fieldsAt = (schema: unknown, path: readonly (string | number)[]): string[] => {
  const inner = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? schema.unwrap() : schema
  if (inner !== schema) return fieldsAt(inner, path)
  if (schema instanceof z.ZodPipe) return fieldsAt(schema.in, path)
  if (schema instanceof z.ZodLazy) return fieldsAt(schema.unwrap(), path)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => fieldsAt(option, path))
  const [step, ...rest] = path
  if (schema instanceof z.ZodObject) {
    const shape: Readonly<Record<string, unknown>> = schema.shape
    return step === undefined ? Object.keys(shape) : fieldsAt(shape[step], rest)
  }
  return schema instanceof z.ZodArray && step !== undefined ? fieldsAt(schema.element, rest) : []
}
