import { formatPath } from '#shared/primitives/format-path.ts'
import { findExpressionError } from '#relay/backend/templates/template.ts'
import type { CheckContext, CheckResult } from '#relay/backend/checks/spec/check-type.ts'
import { maskedResult } from '#relay/backend/checks/engine/masked-result.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { checkKinds } from '#relay/backend/checks/types/check-types.ts'

const secretText = async (source: unknown): Promise<string> => {
  if (typeof source !== 'object' || source === null) return String(source)
  if ('value' in source) return String(source.value)
  if ('valueFrom' in source) return `from-${JSON.stringify(source.valueFrom)}`
  throw new Error('Value not found.')
}

const prepared = (key: string, spec: unknown) => {
  const kind = checkKinds.find((known) => known.key === key)
  if (kind === undefined) throw new Error(`unknown kind ${key}`)
  return kind.read(spec)
}

/** The result as it is stored, without secrets. */
export const runCheckType = async (
  key: string,
  spec: unknown,
  context: Partial<CheckContext> = {},
): Promise<CheckResult> => {
  const read = prepared(key, spec)
  if ('issues' in read)
    throw new Error(read.issues.map((issue) => `${formatPath(issue.path)}: ${issue.message}`).join('; '))
  const { mask = new Mask() } = context
  const result = await read.check.run({
    signal: new AbortController().signal,
    timeoutMs: 30_000,
    namespace: 'default',
    resolveSecret: secretText,
    ...context,
    mask,
  })
  return maskedResult(mask, result)
}

export const listSpecErrors = async (key: string, spec: unknown): Promise<string[]> => {
  const read = prepared(key, spec)
  if ('issues' in read) return read.issues.map((issue) => `${formatPath(issue.path)}: ${issue.message}`)
  const found = await Promise.all(
    (read.check.expressions ?? []).map(async ({ path, expression }) => {
      const error = await findExpressionError(expression)
      return error === undefined ? [] : [`${formatPath(path)}: ${error.message}`]
    }),
  )
  return found.flat()
}

export const formatEndpoint = (key: string, spec: unknown): string => {
  const read = prepared(key, spec)
  if ('issues' in read) throw new Error('the spec has errors')
  return read.check.endpoint
}
