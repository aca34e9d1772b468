import { findExpressionError } from '#relay/backend/templates/template.ts'
import type { CheckContext, CheckResult } from '#relay/backend/checks/check-type.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { checkKinds } from '#relay/backend/checks/check-types.ts'

const secretText = async (source: unknown): Promise<string> => {
  if (typeof source !== 'object' || source === null) return String(source)
  if ('value' in source) return String(source.value)
  if ('valueFrom' in source) return `from-${JSON.stringify(source.valueFrom)}`
  throw new Error('There is no such value.')
}

const prepared = (key: string, spec: unknown) => {
  const kind = checkKinds.here.find((known) => known.key === key)
  if (kind === undefined) throw new Error(`no kind ${key}`)
  return kind.read(spec)
}

export const runCheckType = async (
  key: string,
  spec: unknown,
  context: Partial<CheckContext> = {},
): Promise<CheckResult> => {
  const read = prepared(key, spec)
  if ('issues' in read)
    throw new Error(read.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  return read.check.run({
    signal: new AbortController().signal,
    timeoutMs: 30_000,
    namespace: 'default',
    resolveSecret: secretText,
    mask: new Mask(),
    ...context,
  })
}

export const listSpecErrors = async (key: string, spec: unknown): Promise<string[]> => {
  const read = prepared(key, spec)
  if ('issues' in read) return read.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  const found = await Promise.all(
    (read.check.expressions ?? []).map(async ({ path, expression }) => {
      const error = await findExpressionError(expression)
      return error === undefined ? [] : [`${path.join('.')}: ${error.message}`]
    }),
  )
  return found.flat()
}

export const formatEndpoint = (key: string, spec: unknown): string => {
  const read = prepared(key, spec)
  if ('issues' in read) throw new Error('the spec has problems')
  return read.check.endpoint
}
