import { searchWays, toTypePatterns, type Search, type SearchTerm } from '#shared/access/search-query.ts'
import { isId } from '#shared/primitives/id.ts'
import type { Field, Logic, QuantifiedOperator } from '#relay/backend/data-api/query/ast.ts'
import { readDateMath } from '#relay/backend/data-api/rewrite/date-math.ts'
import type { Agents } from './agents.ts'
import {
  joinAll,
  joinAny,
  contains,
  toField,
  filter,
  hasProperty,
  hasValue,
  matchesEachPattern,
  matchesIds,
  negated,
} from '#relay/backend/data-api/query/logic.ts'
import { notSupported, searchError } from './search-error.ts'
import type { SearchedField, SearchedRelation } from './searched-relations.ts'

export interface SearchContext {
  readonly searched: SearchedRelation
  readonly agents: Agents
  readonly nowMs: number
}

const comparisons: Readonly<Record<string, QuantifiedOperator>> = {
  '=': 'eq',
  ':': 'eq',
  '!=': 'eq',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
}

const dateLogic = (field: Field, { field: name, operator, value }: SearchTerm, nowMs: number): Logic => {
  const date = readDateMath(value, nowMs)
  if (date === undefined) throw searchError(`${name}: must be a date or an expression such as now-1d, got "${value}"`)
  const comparison = comparisons[operator] ?? 'eq'
  return filter(field, { kind: 'quantified', operator: comparison, quantifier: undefined, value: date.toISOString() })
}

const isComparison = (operator: string): operator is keyof typeof comparisonOperators =>
  Object.hasOwn(comparisonOperators, operator)
const comparisonOperators = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const

/** A key of labels or tags may contain dots; a path leads into a document. */
const toSearchedField = (searched: SearchedField, path: readonly string[]): Field => {
  if ('field' in searched) return searched.field
  if (searched.kind === 'document') return toField(searched.column, ...path)
  return searched.kind === 'keys' && path.length > 0
    ? toField(searched.column, path.join('.'))
    : toField(searched.column)
}

/** Values below a key are compared as numbers; other values match no comparison. */
const comparedTo = (searched: SearchedField, path: readonly string[], term: SearchTerm): Logic | undefined => {
  const { operator, field, value, position } = term
  if (!isComparison(operator) || path.length === 0) return undefined
  if (searched.kind !== 'document' && searched.kind !== 'keys') return undefined
  const wanted = Number(value)
  if (value.trim() === '' || !Number.isFinite(wanted))
    throw searchError(`${field}${operator} at position ${position} needs a number, got "${value}"`)
  return filter(toSearchedField(searched, path), {
    kind: 'compares',
    operator: comparisonOperators[operator],
    value: wanted,
  })
}

const matchEach = (items: readonly string[], holds: (value: string) => Logic, field: Field): Logic => {
  const wanted = items.filter((item) => !item.startsWith('!'))
  const without = items.filter((item) => item.startsWith('!'))
  return joinAll([
    ...without.map((item) => negated(field, holds(item.slice(1)))),
    ...(wanted.length === 0 ? [] : [joinAny(wanted.map(holds))]),
  ])
}

/** A property has a text or a number. */
const ofProperty = (column: string, name: string | undefined, items: readonly string[]): Logic => {
  const field = toField(column)
  const has = (content: { readonly text: string } | { readonly value: number }) =>
    contains(field, JSON.stringify([name === undefined ? content : { name, ...content }]))
  const holds = (text: string): Logic => {
    if (text.includes('*')) return hasProperty(field, name, text)
    const value = Number(text)
    return text.trim() === '' || !Number.isFinite(value) ? has({ text }) : joinAny([has({ text }), has({ value })])
  }
  return matchEach(items, holds, field)
}

/** An index finds whole values; patterns read every row. */
const hasAnyValue = ({ column, values }: SearchedField & { kind: 'keys' }, items: readonly string[]): Logic =>
  matchEach(
    items,
    (item) =>
      values === undefined || item.includes('*')
        ? hasValue(toField(column), 'map', item)
        : contains(toField(values), JSON.stringify([item])),
    toField(column),
  )

const equalTo = (searched: SearchedField, path: readonly string[], items: readonly string[]): Logic | undefined => {
  const [key] = path
  switch (searched.kind) {
    case 'text':
      return key === undefined ? matchesEachPattern(searched.field, items) : undefined
    case 'type':
      return key === undefined ? matchesEachPattern(searched.field, toTypePatterns(items)) : undefined
    case 'id':
      return key === undefined ? matchesIds(searched.field, items.filter(isId)) : undefined
    case 'list':
      return key === undefined
        ? matchEach(
            items,
            (item) =>
              item.includes('*')
                ? hasValue(toField(searched.column), 'list', item)
                : contains(toField(searched.column), JSON.stringify([item]).replace(/^\[(.*)\]$/s, '{$1}')),
            toField(searched.column),
          )
        : undefined
    case 'keys':
      if (key !== undefined) return matchesEachPattern(toSearchedField(searched, path), items)
      return hasAnyValue(searched, items)
    case 'document':
      return key === undefined ? undefined : matchesEachPattern(toSearchedField(searched, path), items)
    case 'properties':
      return ofProperty(searched.column, key === undefined ? undefined : path.join('.'), items)
    default:
      return undefined
  }
}

const termLogic = (term: SearchTerm, { searched, agents, nowMs }: SearchContext): Logic => {
  const [name = '', ...path] = term.field.split('.')
  const isEquality = ['=', ':', '!='].includes(term.operator)
  const notSupportedError = notSupported(term.field, searched.relation)
  if (name === 'agent' && 'agent' in searched.shown && isEquality) {
    const logic = matchesIds(toField('agent_id'), agents.matching(term.value))
    return term.operator === '!=' ? negated(toField('agent_id'), logic) : logic
  }
  const field = searched.fields[name]
  if (field === undefined) throw notSupportedError
  if (field.kind === 'date') {
    const logic = dateLogic(field.field, term, nowMs)
    return term.operator === '!=' ? negated(field.field, logic) : logic
  }
  const logic = isEquality ? equalTo(field, path, term.values) : comparedTo(field, path, term)
  if (logic === undefined) throw notSupportedError
  return term.operator === '!=' ? negated(toSearchedField(field, path), logic) : logic
}

export const searchLogic = (search: Search, context: SearchContext): Logic => {
  if (search.kind === 'term') return termLogic(search, context)
  const parts = search.parts.filter((part) => part.kind !== 'term' || !searchWays.has(part.field))
  const logics = parts.map((part) => searchLogic(part, context))
  return search.kind === 'all' ? joinAll(logics) : joinAny(logics)
}

export const topTerms = (search: Search): readonly SearchTerm[] =>
  search.kind === 'term' ? [search] : search.parts.flatMap((part) => (part.kind === 'any' ? [] : topTerms(part)))
