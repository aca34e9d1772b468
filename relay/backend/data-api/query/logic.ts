import type { Field, Logic, Operation } from '#relay/backend/data-api/query/ast.ts'

export const toField = (name: string, ...path: readonly string[]): Field => ({
  name,
  path: path.map((key, index) => ({ key, text: index === path.length - 1 })),
})

export const filter = (field: Field, operation: Operation, not = false): Logic => ({
  kind: 'filter',
  field,
  not,
  operation,
})

export const isNull = (field: Field, not = false): Logic => filter(field, { kind: 'is', value: 'null' }, not)

export const none: Logic = isNull(toField('id'))
const every: Logic = isNull(toField('id'), true)

const join = (kind: 'and' | 'or', members: readonly Logic[], empty: Logic): Logic => {
  const [only = empty, ...others] = members
  return others.length === 0 ? only : { kind, not: false, members }
}
export const joinAll = (members: readonly Logic[]): Logic => join('and', members, every)
export const joinAny = (members: readonly Logic[]): Logic => join('or', members, none)

const orNull = (field: Field, logic: Logic): Logic => joinAny([isNull(field), logic])

const escapeLike = (pattern: string): string => pattern.replace(/[\\%_]/g, String.raw`\$&`)

const like = (field: Field, pattern: string, not = false): Logic => {
  const value = escapeLike(pattern)
  return filter(field, { kind: 'quantified', operator: 'ilike', quantifier: undefined, value }, not)
}

export const holds = (field: Field, text: string): Logic => like(field, `*${text.replaceAll('*', '')}*`)

/**
 * Same syntax as `matchesPatterns` of `shared/access`: comma-separated `a`, `a*`, `*a`, `*` and `!a`; case-insensitive.
 */
export const matchesPatterns = (field: Field, list: string): Logic =>
  matchesEachPattern(
    field,
    list.split(',').map((part) => part.trim()),
  )

export const matchesEachPattern = (field: Field, candidates: readonly string[]): Logic => {
  const patterns = candidates.filter((part) => part !== '')
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!'))
  const without = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1))
  if (patterns.length === 0) return none
  return joinAll([
    ...without.map((pattern) => orNull(field, like(field, pattern, true))),
    ...(wanted.length === 0
      ? []
      : [joinAny(wanted.map((pattern) => (pattern === '*' ? every : like(field, pattern))))]),
  ])
}

export const matchesIds = (field: Field, ids: readonly string[]): Logic =>
  ids.length === 0 ? none : filter(field, { kind: 'in', values: ids })

export const contains = (field: Field, value: string): Logic => filter(field, { kind: 'plain', operator: 'cs', value })

export const hasValue = (field: Field, of: 'map' | 'list', pattern: string): Logic =>
  filter(field, { kind: 'hasValue', of, pattern: escapeLike(pattern) })

/** Of a list of properties, one with the text, of any name when `name` is undefined. */
export const hasProperty = (field: Field, name: string | undefined, pattern: string): Logic =>
  filter(field, { kind: 'hasProperty', name, pattern: escapeLike(pattern) })

export const negated = (field: Field, logic: Logic): Logic =>
  orNull(field, { kind: 'and', not: true, members: [logic] })
