import { allOf, anyOf, matchesPatterns, type Match } from '#shared/access/match.ts'
import type { ObjectAttributes } from '#shared/access/selector.ts'

/** A search as it was read: what stands beside each other holds together, `|` means either. */
type Search =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Search[] }
  | { readonly kind: 'term'; readonly field: string; readonly operator: string; readonly value: string }

const tokens = /[()|]|(?:"[^"]*"|[^\s()|"])+/g
const keyed = /^([A-Za-z_][\w./-]*?)(!=|<=|>=|=|:|<|>)(.*)$/

const termOf = (token: string): Search => {
  const [, field, operator = '=', value = ''] = keyed.exec(token) ?? []
  if (field !== undefined) return { kind: 'term', field, operator, value: value.replaceAll('"', '') }
  const word = token.replaceAll('"', '')
  return word.startsWith('-')
    ? { kind: 'term', field: 'name', operator: '!=', value: word.slice(1) }
    : { kind: 'term', field: 'name', operator: '=', value: `${word}*` }
}

/** Null for a text whose parentheses do not close. */
const parse = (text: string): Search | null => {
  const left = [...text.matchAll(tokens)].map(([token]) => token)
  const either = (): Search | null => {
    const groups: Search[][] = [[]]
    while (left.length > 0 && left[0] !== ')') {
      const token = left.shift() ?? ''
      if (token === '|') groups.push([])
      else if (token !== '(') groups.at(-1)?.push(termOf(token))
      else {
        const inner = either()
        if (inner === null || left.shift() !== ')') return null
        groups.at(-1)?.push(inner)
      }
    }
    return { kind: 'any', parts: groups.map((parts) => ({ kind: 'all', parts })) }
  }
  const search = either()
  return left.length > 0 ? null : search
}

const one = (value: string | null | undefined) => (value === undefined ? undefined : [value ?? ''])

/** What a field of a thing says, every value of it; undefined where that is not known. */
const valuesOf = (field: string, object: ObjectAttributes): readonly string[] | undefined => {
  switch (field) {
    case 'id':
      return [object.id]
    case 'name':
    case 'namespace':
    case 'type':
    case 'status':
    case 'health':
      return one(object[field])
    case 'agent':
      return object.agent === undefined ? undefined : [object.agent?.name ?? 'local', object.agent?.id ?? 'self']
    case 'tags':
    case 'labels':
      return object[field] === undefined ? undefined : Object.values(object[field] ?? {})
    default: {
      const [, kind, key = ''] = /^(tags|labels)\.(.+)$/.exec(field) ?? []
      if (kind !== 'tags' && kind !== 'labels') return undefined
      return object[kind] === undefined ? undefined : [object[kind]?.[key] ?? '']
    }
  }
}

/** A type counts by its end: `pod` is `Kubernetes::Pod`. */
const bySuffix = (list: string): string =>
  list
    .split(',')
    .map((item) => (item.startsWith('!') ? `!*${item.slice(1)}` : `*${item}`))
    .join(',')

/** Fields that say how much is looked for, and in which order. */
const ways = new Set(['limit', 'offset', 'sort'])

const termMatches = (
  { field, operator, value }: Extract<Search, { kind: 'term' }>,
  object: ObjectAttributes,
): Match => {
  if (ways.has(field)) return 'yes'
  const values = valuesOf(field, object)
  if (values === undefined || operator.startsWith('<') || operator.startsWith('>')) return 'some'
  const list = field === 'type' ? bySuffix(value) : value
  const fits = values.some((own) => matchesPatterns(list, own))
  return fits === (operator !== '!=') ? 'yes' : 'no'
}

const searchMatches = (search: Search, object: ObjectAttributes): Match => {
  if (search.kind === 'term') return termMatches(search, object)
  const matches = search.parts.map((part) => searchMatches(part, object))
  return search.kind === 'all' ? allOf(matches) : anyOf(matches)
}

/**
 * Whether a search finds a thing, as far as its fields are known: `some` for dates, comparisons, paths and
 * properties, and for a text that cannot be read.
 */
export const matchesSearch = (text: string, object: ObjectAttributes): Match => {
  const search = parse(text)
  return search === null ? 'some' : searchMatches(search, object)
}
