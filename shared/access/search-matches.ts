import { anyMatchesPatterns, matchAll, matchAny, type Match, type ObjectAttributes } from '#shared/access/match.ts'
import { parseSearch, searchWays, toTypePatterns, type Search, type SearchTerm } from '#shared/access/search-query.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { localAgent } from '#shared/agents/local-agent.ts'

const attributes = ['id', 'name', 'namespace', 'type', 'status', 'health', 'agent', 'tags', 'labels'] as const
/** Read from the row of the resource, which not every caller has. */
const columns = ['external_id', 'config_class', 'source', 'canary_id', 'topology_id', 'category', 'title'] as const
const documents = ['config', 'spec', 'summary'] as const

/** Dates and comparisons need a search of the database. */
export const isMatchedTerm = ({ field, operator }: SearchTerm): boolean => {
  if (searchWays.has(field)) return true
  if (/^[<>]/.test(operator)) return false
  const [name = '', ...path] = field.split('.')
  if (path.length === 0) return [...attributes, ...columns, 'properties'].some((each) => each === name)
  return ['tags', 'labels', 'properties', ...documents].includes(name)
}

const one = (value: string | null | undefined) => (value === undefined ? undefined : [value ?? ''])

const toTexts = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(toTexts)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : ['']
}

const descend = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((found: unknown, key) => (isMap(found) ? found[key] : undefined), value)

const findProperties = (value: unknown, name: string | undefined): readonly string[] =>
  (Array.isArray(value) ? value : []).flatMap((property: unknown) =>
    isMap(property) && (name === undefined || property['name'] === name) ? toTexts(property['text']) : [],
  )

const findInRow = (field: string, { row }: ObjectAttributes): readonly string[] | undefined => {
  const [name = '', ...path] = field.split('.')
  if (row === undefined || !Object.hasOwn(row, name)) return undefined
  if (name === 'properties') return findProperties(row[name], path.length === 0 ? undefined : path.join('.'))
  if (path.length > 0) return documents.some((each) => each === name) ? toTexts(descend(row[name], path)) : undefined
  return columns.some((each) => each === name) ? toTexts(row[name]) : undefined
}

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
      return object.agent === undefined ? undefined : ['all', ...listAgentNames(object.agent)]
    case 'tags':
    case 'labels':
      return object[field] === undefined ? undefined : Object.values(object[field] ?? {})
    default: {
      const [, kind, key = ''] = /^(tags|labels)\.(.+)$/.exec(field) ?? []
      if (kind !== 'tags' && kind !== 'labels') return findInRow(field, object)
      return object[kind] === undefined ? undefined : [object[kind]?.[key] ?? '']
    }
  }
}

/** `self` and `local` are this console. */
export const listAgentNames = (agent: NonNullable<ObjectAttributes['agent']> | null): readonly string[] =>
  agent === null ? ['self', 'local', localAgent] : [agent.id, agent.name]

const termMatches = (term: SearchTerm, object: ObjectAttributes): Match => {
  const { field, operator } = term
  if (searchWays.has(field)) return 'yes'
  const values = isMatchedTerm(term) ? findValues(field, object) : undefined
  if (values === undefined) return 'some'
  const patterns = field === 'type' ? toTypePatterns(term.values) : term.values
  const fits = anyMatchesPatterns(patterns, values)
  return fits === (operator !== '!=') ? 'yes' : 'no'
}

const searchMatches = (search: Search, object: ObjectAttributes): Match => {
  if (search.kind === 'term') return termMatches(search, object)
  const matches = search.parts.map((part) => searchMatches(part, object))
  return search.kind === 'all' ? matchAll(matches) : matchAny(matches)
}

/** `some` for dates, comparisons, unknown attributes and unreadable searches. */
export const matchesSearch = (text: string, object: ObjectAttributes): Match => {
  const search = parseSearch(text)
  return search === null ? 'some' : searchMatches(search, object)
}
