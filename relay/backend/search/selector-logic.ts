import {
  findLabelSelectorError,
  labelRequirements,
  labelSelectorFields,
  type LabelRequirement,
} from '#shared/access/label-requirements.ts'
import { findTermError, parseSearch, toTypePatterns, typePatterns } from '#shared/access/search-query.ts'
import { isId } from '#shared/primitives/id.ts'
import type { ResourceSelector } from '#shared/resources/resource-search.ts'
import type { Field, Logic } from '#relay/backend/data-api/query/ast.ts'
import {
  joinAll,
  toField,
  filter,
  isNull,
  matchesEachPattern,
  matchesIds,
  matchesPatterns,
  none,
} from '#relay/backend/data-api/query/logic.ts'
import { notSupported, searchError } from './search-error.ts'
import type { SearchedRelation } from './searched-relations.ts'
import { searchLogic, topTerms, type SearchContext } from './search-logic.ts'

const equal = (field: Field, values: readonly string[], isAny: boolean): Logic => {
  if (values.length === 0) return isAny ? none : joinAll([])
  const among = filter(field, { kind: 'in', values }, !isAny)
  return isAny ? among : { kind: 'or', not: false, members: [isNull(field), among] }
}

/** A text that is no id would be an error of the database. */
const listIds = (list: string | readonly string[]): readonly string[] =>
  (typeof list === 'string' ? list.split(',') : list).map((id) => id.trim()).filter(isId)

type AcceptedValues = (required: LabelRequirement) => readonly string[]
const everyValue: AcceptedValues = ({ values }) => values

const requirementLogic = (
  required: LabelRequirement | null,
  fieldFor: (key: string) => Field,
  text: string,
  acceptedValues: AcceptedValues,
): Logic => {
  if (required === null) throw searchError(`"${text}" is not a label selector`)
  const field = fieldFor(required.key)
  if (required.kind === 'exists' || required.kind === 'absent') return isNull(field, required.kind === 'exists')
  return equal(field, acceptedValues(required), required.kind === 'in')
}

export const requirementsLogic = (
  text: string | null | undefined,
  fieldFor: (key: string) => Field,
  acceptedValues = everyValue,
): readonly Logic[] =>
  text == null || text === ''
    ? []
    : labelRequirements(text).map((each) => requirementLogic(each, fieldFor, text, acceptedValues))

const keyLogic = (text: string | null | undefined, column: string | undefined, table: string): readonly Logic[] =>
  requirementsLogic(text, (key) => {
    if (column === undefined) throw notSupported('labels', table)
    return toField(column, key)
  })

/** A label may also be a tag. A condition that excludes a value or key must hold for both. */
const labelLogic = (
  text: string | null | undefined,
  { labels, tags, relation }: SearchedRelation,
): readonly Logic[] => {
  const conditions = keyLogic(text, labels, relation)
  if (text == null || text === '' || tags === undefined || tags === labels) return conditions
  const ofTags = keyLogic(text, tags, relation)
  return labelRequirements(text).map((required, index): Logic => {
    const kind = required?.kind === 'in' || required?.kind === 'exists' ? 'or' : 'and'
    return { kind, not: false, members: [conditions[index], ofTags[index]].flatMap((logic) => logic ?? []) }
  })
}

/** A type is matched as in `types`. */
const fieldLogic = (text: string | null | undefined, { fields, relation }: SearchedRelation): readonly Logic[] => {
  const fieldFor = (key: string): Field => {
    const field = fields[key]
    if (field === undefined || !('field' in field) || field.kind === 'date') throw notSupported(key, relation)
    return field.field
  }
  return labelRequirements(text ?? '').map((required) => {
    const kind = required === null ? undefined : fields[required.key]?.kind
    if (required !== null && kind === 'type' && (required.kind === 'in' || required.kind === 'notIn')) {
      const values = required.values.map((value) => (required.kind === 'in' ? value : `!${value}`))
      return matchesEachPattern(fieldFor(required.key), toTypePatterns(values))
    }
    return requirementLogic(required, fieldFor, text ?? '', ({ values }) => (kind === 'id' ? listIds(values) : values))
  })
}

/**
 * Null for an empty selector, which matches nothing. `scopeIds` are the ids of `scope`. Throws `searchError` when
 * unsupported.
 */
export const selectorLogic = (
  selector: ResourceSelector,
  context: SearchContext & { readonly scopeIds: readonly string[] },
): Logic | null => {
  const { searched, agents, scopeIds } = context
  const { search, agent, limit: _, includeDeleted: isWithDeleted, scope, ...wanted } = selector
  for (const field of labelSelectorFields) {
    const error = findLabelSelectorError(field, wanted[field] ?? '')
    if (error !== undefined) throw searchError(error)
  }
  const hasCriteria = [...Object.values(wanted), agent, scope, search?.trim()].some(
    (value) => value != null && value.length > 0,
  )
  if (!hasCriteria) return null
  const parsed = parseSearch(search ?? '')
  // As in the production service, an unparsable search matches nothing.
  if (parsed === null) return none
  const termError = findTermError(search ?? '', parsed)
  if (termError !== undefined) throw searchError(`search: ${termError}`)
  const matched = (name: string, values: string): Logic => {
    const field = searched.fields[name]
    if (field === undefined || !('field' in field)) throw notSupported(name, searched.relation)
    if (field.kind === 'id') return matchesIds(field.field, listIds(values))
    return matchesPatterns(field.field, field.kind === 'type' ? typePatterns(values) : values)
  }
  const named = (name: string, values: string | null | undefined): readonly Logic[] =>
    values == null || values === '' ? [] : [matched(name, values)]
  /** A list of empty texts matches nothing. */
  const listed = (name: string, values: readonly string[] | null | undefined): readonly Logic[] =>
    values == null || values.length === 0 ? [] : [matched(name, values.join(','))]
  const includesDeleted = topTerms(parsed).some(({ field }) => field === 'deleted' || field === 'deleted_at')
  const isHere = agent == null || agent === ''
  return joinAll([
    ...(isWithDeleted === true || includesDeleted || !searched.isDeletable ? [] : [isNull(toField('deleted_at'))]),
    ...(agent === 'all' || !('agent' in searched.shown)
      ? []
      : [matchesIds(toField('agent_id'), agents.matching(isHere ? 'self' : agent))]),
    ...(scope == null || scope === '' || searched.scope === undefined
      ? []
      : [matchesIds(toField(searched.scope.column), scopeIds)]),
    ...named('id', wanted.id),
    ...named('name', wanted.name),
    ...named('namespace', wanted.namespace),
    ...named('health', wanted.health),
    ...listed('type', wanted.types),
    ...listed('status', wanted.statuses),
    ...keyLogic(wanted.tagSelector, searched.tags, searched.relation),
    ...labelLogic(wanted.labelSelector, searched),
    ...fieldLogic(wanted.fieldSelector, searched),
    searchLogic(parsed, context),
  ])
}
