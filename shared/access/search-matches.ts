import { matchAll, matchAny, matchesPatterns, type Match } from '#shared/access/match.ts'
import { parseSearch, searchWays, typePatterns, type Search, type SearchTerm } from '#shared/access/search-query.ts'
import type { ObjectAttributes } from '#shared/access/selector.ts'

const one = (value: string | null | undefined) => (value === undefined ? undefined : [value ?? ''])

const findValues = (field: string, object: ObjectAttributes): readonly string[] | undefined => {
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

const termMatches = ({ field, operator, value }: SearchTerm, object: ObjectAttributes): Match => {
  if (searchWays.has(field)) return 'yes'
  const values = findValues(field, object)
  if (values === undefined || operator.startsWith('<') || operator.startsWith('>')) return 'some'
  const list = field === 'type' ? typePatterns(value) : value
  const fits = values.some((own) => matchesPatterns(list, own))
  return fits === (operator !== '!=') ? 'yes' : 'no'
}

const searchMatches = (search: Search, object: ObjectAttributes): Match => {
  if (search.kind === 'term') return termMatches(search, object)
  const matches = search.parts.map((part) => searchMatches(part, object))
  return search.kind === 'all' ? matchAll(matches) : matchAny(matches)
}

/** `some` for dates, comparisons, paths, properties and unreadable searches. */
export const matchesSearch = (text: string, object: ObjectAttributes): Match => {
  const search = parseSearch(text)
  return search === null ? 'some' : searchMatches(search, object)
}
