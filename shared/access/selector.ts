import {
  anyMatchesPatterns,
  matchAll,
  matchAny,
  matchesPatterns,
  type Match,
  type ObjectAttributes,
} from '#shared/access/match.ts'
import { labelRequirements, type LabelRequirement } from '#shared/access/label-requirements.ts'
import { listAgentNames, matchesSearch } from '#shared/access/search-matches.ts'
import { toTypePatterns, typePatterns } from '#shared/access/search-query.ts'
import { isMap } from '#shared/primitives/is-map.ts'

type Labels = Readonly<Record<string, string>>

const holds = (required: LabelRequirement | null, labels: Labels, isKnown: (key: string) => boolean): Match => {
  if (required === null || !isKnown(required.key)) return 'some'
  const { key, kind, values } = required
  const own = Object.hasOwn(labels, key) ? labels[key] : undefined
  const isIn = own !== undefined && values.includes(own)
  const isSo = { in: isIn, notIn: !isIn, exists: own !== undefined, absent: own === undefined }[kind]
  return isSo ? 'yes' : 'no'
}

export const matchesLabels = (text: string, labels: Labels, isKnown: (key: string) => boolean = () => true): Match =>
  matchAll(labelRequirements(text).map((required) => holds(required, labels, isKnown)))

const fields = ['id', 'name', 'namespace', 'type', 'status', 'health'] as const

const matchesType = ({ kind, values }: LabelRequirement, own: string): Match =>
  anyMatchesPatterns(toTypePatterns(values), [own]) === (kind === 'in') ? 'yes' : 'no'

const matchesFields = (text: string, object: ObjectAttributes): Match => {
  const keys = new Set<string>(fields.filter((field) => object[field] !== undefined))
  const values = fields.flatMap((field) => {
    const value = object[field]
    return value == null ? [] : [[field, value] as const]
  })
  const own = Object.fromEntries(values)
  return matchAll(
    labelRequirements(text).map((required) =>
      required?.key === 'type' && own['type'] !== undefined && (required.kind === 'in' || required.kind === 'notIn')
        ? matchesType(required, own['type'])
        : holds(required, own, (key) => keys.has(key)),
    ),
  )
}

const known = <T>(value: T | undefined, match: (value: T) => Match | boolean): Match => {
  if (value === undefined) return 'some'
  const result = match(value)
  return typeof result === 'string' ? result : result ? 'yes' : 'no'
}

const texts = (value: unknown): string =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string').join(',') : String(value)

const agentMatches = (wanted: string, agent: ObjectAttributes['agent']): Match =>
  wanted === 'all' ? 'yes' : known(agent, (own) => anyMatchesPatterns(wanted || 'self', listAgentNames(own)))

const tagsMatch = (wanted: unknown, tags: ObjectAttributes['tags']): Match =>
  isMap(wanted)
    ? known(tags, (own) => Object.entries(wanted).every(([key, value]) => own?.[key] === String(value)))
    : 'some'

const fieldMatches = (key: string, value: unknown, object: ObjectAttributes): Match => {
  switch (key) {
    case 'id':
      return object.id === value ? 'yes' : 'no'
    case 'name':
    case 'namespace':
    case 'status':
    case 'health':
      return known(object[key], (own) => matchesPatterns(texts(value), own ?? ''))
    case 'type':
    case 'types':
      return known(object.type, (own) => matchesPatterns(typePatterns(texts(value)), own ?? ''))
    case 'statuses':
      return known(object.status, (own) => matchesPatterns(texts(value), own ?? ''))
    case 'tags':
      return tagsMatch(value, object.tags)
    case 'tagSelector':
      return known(object.tags, (own) => matchesLabels(texts(value), own ?? {}))
    case 'labelSelector':
      return known(object.labels, (own) => matchesLabels(texts(value), { ...object.tags, ...own }))
    case 'agent':
      return agentMatches(texts(value), object.agent)
    case 'search':
      return matchesSearch(texts(value), object)
    case 'fieldSelector':
      return matchesFields(texts(value), object)
    default:
      return 'some'
  }
}

const ways = new Set(['cache', 'limit', 'includeDeleted'])

const listConditions = (selector: Readonly<Record<string, unknown>>) =>
  Object.entries(selector).filter(
    ([key, value]) => !ways.has(key) && value !== null && value !== undefined && value !== '',
  )

export const hasConditions = (selector: Readonly<Record<string, unknown>>): boolean =>
  listConditions(selector).length > 0

/**
 * No `agent` means every agent; an empty selector matches nothing. `scope` and conditions on unknown attributes
 * yield `some` if the rest matches.
 */
export const selectorMatches = (selector: Readonly<Record<string, unknown>>, object: ObjectAttributes): Match => {
  const fields = listConditions(selector)
  if (fields.length === 0) return 'no'
  return matchAll(fields.map(([key, value]) => fieldMatches(key, value, object)))
}

export const anySelectorMatches = (selectors: unknown, object: ObjectAttributes): Match =>
  Array.isArray(selectors)
    ? matchAny(selectors.map((selector: unknown) => (isMap(selector) ? selectorMatches(selector, object) : 'some')))
    : 'some'
