import { z } from 'zod'
import { formatSuggestion } from '#shared/primitives/nearest.ts'
import { mayNameKey, mayQuote } from '#relay/backend/resources/quoted-value.ts'

type Issue = z.core.$ZodIssue

const isMisspelt = ({ message }: Issue): boolean => message.startsWith('unknown field (did you mean')

/** A misspelt key is often the one that is missing, so it comes before keys that are required. */
export const specIssues = (schema: z.ZodType, error: z.ZodError, value: unknown): Issue[] => {
  const issues = listIssues(schema, error, value)
  const isSecond = (issue: Issue) => issue.message === 'required'
  return issues.some(isMisspelt) ? [...issues.filter((issue) => !isSecond(issue)), ...issues.filter(isSecond)] : issues
}

const listIssues = (schema: z.ZodType, error: z.ZodError, value: unknown): Issue[] =>
  error.issues
    .map((issue) => narrowUnion(issue, value))
    .flatMap((issue): Issue[] => {
      const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))
      const worded = (at: (string | number)[], message: string): Issue => ({
        code: 'custom',
        path: at,
        message,
        input: value,
      })
      if (issue.code !== 'unrecognized_keys') return [worded(path, describeIssue(issue, valueAt(value, path)))]
      const known = fieldsAt(schema, path)
      return issue.keys.map((key) =>
        mayNameKey(path, valueAt(value, [...path, key]))
          ? worded([...path, key], `unknown field${formatSuggestion(key, known)}`)
          : worded(path, 'has an unknown field'),
      )
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
const shownMax = 60
const describeValue = (value: unknown, path: Issue['path']): string => {
  if (value === null) return 'null'
  if (!mayQuote(path, value) && typeof value !== 'object') return `a ${typeof value}`
  if (typeof value === 'string')
    return `the string ${JSON.stringify(value.length > shownMax ? `${value.slice(0, shownMax)}…` : value)}`
  if (typeof value === 'number' || typeof value === 'boolean') return `the ${typeof value} ${String(value)}`
  return Array.isArray(value) ? 'a list' : 'a map'
}

const typesIn = (issues: readonly (readonly Issue[])[]): readonly string[] => [
  ...new Set(
    issues.flatMap((branch) =>
      branch.flatMap((issue) => {
        if (issue.path.length > 0) return []
        if (issue.code === 'invalid_type') return [typeLabel(issue.expected)]
        if (issue.code === 'invalid_value') return issue.values.map((value) => JSON.stringify(value))
        return issue.code === 'invalid_union' ? typesIn(issue.errors) : []
      }),
    ),
  ),
]
const listAllowed = (allowed: readonly string[]): string =>
  allowed.length < 2 ? allowed.join('') : `${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`

/** Of a union, the option in which the value fails deepest is the one that it was meant for. */
const narrowUnion = (issue: Issue, value: unknown): Issue => {
  if (issue.code !== 'invalid_union' || issue.message !== 'Invalid input') return issue
  const at = valueAt(
    value,
    issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step)),
  )
  if (typeof at !== 'object' || at === null) return issue
  const [deepest] = issue.errors
    .flatMap((branch) => branch.slice(0, 1))
    .filter(({ path, code }) => path.length > 0 || code === 'unrecognized_keys')
    .toSorted((a, b) => b.path.length - a.path.length)
  return deepest === undefined ? issue : narrowUnion({ ...deepest, path: [...issue.path, ...deepest.path] }, value)
}

const describeIssue = (issue: Issue, value: unknown): string => {
  if (value === undefined && issue.code !== 'custom') return 'required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeLabel(issue.expected)}, got ${describeValue(value, issue.path)}`
    case 'too_small':
      if (issue.origin === 'array') return `must have at least ${issue.minimum} ${entries(issue.minimum)}`
      return issue.origin === 'string'
        ? 'must not be empty'
        : `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`
    case 'too_big':
      if (issue.origin === 'array') return `must have at most ${issue.maximum} ${entries(issue.maximum)}`
      return `must be at most ${issue.maximum}${issue.origin === 'string' ? ' characters long' : ''}`
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}, got ${mayQuote(issue.path, value) ? JSON.stringify(value) : describeValue(value, issue.path)}`
    case 'invalid_union': {
      if (issue.message !== 'Invalid input') return issue.message
      const allowed = typesIn(issue.errors)
      return allowed.length === 0
        ? 'has no allowed form'
        : `must be ${listAllowed(allowed)}, got ${describeValue(value, issue.path)}`
    }
    case 'invalid_format':
      return issue.message.startsWith('Invalid')
        ? `must be a valid ${issue.format}, got ${describeValue(value, issue.path)}`
        : issue.message
    default:
      return issue.message
  }
}

const entries = (count: number | bigint): string => (Number(count) === 1 ? 'entry' : 'entries')

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
