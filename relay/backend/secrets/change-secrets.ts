import { hasSecretReferencePrefix } from '#shared/connections/secret-reference.ts'
import { isSecretName, passwordsIn, type PasswordSpan } from '#relay/config/passwords-in.ts'
import { isMarked, listMemberSchemas, type Schemas } from '#relay/backend/secrets/secret-marks.ts'
import { isMap } from '#shared/primitives/is-map.ts'

interface FoundSecret {
  readonly text: string
  readonly stored: string | undefined
  readonly path: readonly (string | number)[]
}

interface ValueContext {
  readonly path: readonly (string | number)[]
  readonly isSecret: boolean
  readonly schemas: Schemas
}

export interface ChangeOptions {
  readonly stored?: unknown
  readonly isSecret?: boolean
  readonly schemas?: Schemas
}

const placeholder = /^(\$\([^)]*\)|\{\{[^}]*\}\})$/
const isReference = (text: string): boolean => hasSecretReferencePrefix(text) || placeholder.test(text)

/**
 * Security: covers secrets marked in a schema, secret names (`isSecretName`), defaults of `secret` parameters and
 * passwords in texts (`passwordsIn`). References are kept; secret numbers become texts.
 */
export const changeSecrets = <T>(value: T, change: (found: FoundSecret) => string, options: ChangeOptions = {}): T => {
  const context = { path: [], isSecret: options.isSecret ?? false, schemas: options.schemas ?? [] }
  return changed(value, options.stored, context, change) as T
}

export const secretsIn = (value: unknown, options: Pick<ChangeOptions, 'isSecret' | 'schemas'> = {}): string[] => {
  const found: string[] = []
  changeSecrets(
    value,
    ({ text }) => {
      found.push(text)
      return text
    },
    options,
  )
  return found
}

type Change = (found: FoundSecret) => string

const changed = (value: unknown, stored: unknown, context: ValueContext, change: Change): unknown => {
  if (typeof value === 'number' && context.isSecret) return changed(String(value), stored, context, change)
  if (typeof value === 'string')
    return changedText(value, typeof stored === 'string' ? stored : undefined, context, change)
  if (Array.isArray(value)) {
    const others: readonly unknown[] = Array.isArray(stored) ? stored : []
    return value.map((member: unknown, index) =>
      changed(member, findCounterpart(member, index, value, others), within(context, index, context.isSecret), change),
    )
  }
  if (!isMap(value)) return value
  const named = typeof value['name'] === 'string' && isSecretName(value['name'])
  const ofKind = value['type'] === 'secret'
  return Object.fromEntries(
    Object.entries(value).map(([key, member]): [string, unknown] => {
      if (key === 'valueFrom') return [key, member]
      const isSecret = key === 'value' ? context.isSecret || named : key === 'default' ? ofKind : isSecretName(key)
      const other = isMap(stored) && Object.hasOwn(stored, key) ? stored[key] : undefined
      return [key, changed(member, other, within(context, key, isSecret), change)]
    }),
  )
}

const within = ({ path, schemas }: ValueContext, step: string | number, isSecret: boolean): ValueContext => {
  const inner = schemas.length === 0 ? schemas : listMemberSchemas(schemas, step)
  return { path: [...path, step], isSecret: isSecret || isMarked(inner), schemas: inner }
}

const changedText = (
  text: string,
  stored: string | undefined,
  { path, isSecret }: ValueContext,
  change: Change,
): string => {
  if (isSecret && !isReference(text)) return text === '' ? text : change({ text, stored, path })
  const others = passwordsIn(stored ?? '')
  let made = ''
  let end = 0
  const spans = passwordsIn(text)
  for (const [index, span] of spans.entries()) {
    const found = findOther(span, spans.slice(0, index), others)
    made += text.slice(end, span.start)
    made += change({
      text: text.slice(span.start, span.end),
      stored: found === undefined ? undefined : stored?.slice(found.start, found.end),
      path,
    })
    end = span.end
  }
  return made + text.slice(end)
}

const findOther = (span: PasswordSpan, before: readonly PasswordSpan[], others: readonly PasswordSpan[]) => {
  const turn = before.filter(({ owner }) => owner === span.owner).length
  return others.filter(({ owner }) => owner === span.owner)[turn]
}

const getName = (value: unknown): unknown => (isMap(value) ? value['name'] : undefined)

const findCounterpart = (
  member: unknown,
  index: number,
  all: readonly unknown[],
  others: readonly unknown[],
): unknown => {
  const name = getName(member)
  if (name === undefined) return others[index]
  const same = others.find((other) => getName(other) === name)
  if (same !== undefined) return same
  const there = others[index]
  return all.some((each) => getName(each) === getName(there)) ? undefined : there
}
