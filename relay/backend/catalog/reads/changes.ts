import { decodeUri } from '#shared/primitives/decode-uri.ts'
import type { z } from 'zod'
import { severitiesFrom } from '#shared/catalog/change-severity.ts'
import {
  catalogChangeSchema,
  changeSortColumns,
  type catalogChangesRoute,
  type ChangesQuery,
} from '#shared/catalog/catalog-changes.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { isId } from '#shared/primitives/id.ts'
import type { Logic, OrderTerm } from '#relay/backend/data-api/query/ast.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { orderedBy, createQuery, shownAs } from '#relay/backend/data-api/query/create-query.ts'
import { readAs, type ReadAs } from '#relay/backend/data-api/read-as.ts'
import { readDateMath } from '#relay/backend/data-api/rewrite/date-math.ts'
import type { Agents } from '#relay/backend/search/agents.ts'
import {
  joinAll,
  toField,
  filter,
  isNull,
  matchesIds,
  matchesEachPattern,
  matchesPatterns,
  negated,
} from '#relay/backend/data-api/query/logic.ts'
import { requirementsLogic } from '#relay/backend/search/selector-logic.ts'
import { invalid } from '#relay/errors/http-error.ts'

const columns = [
  'id',
  'config_id',
  'agent_id',
  'external_change_id',
  'change_type',
  'severity',
  'source',
  'summary',
  'created_at',
  'count',
  'first_observed',
  'deleted_at',
  'name',
  'type',
  'tags',
  'created_by',
  'external_created_by',
] as const
const shown = columns.map((column) => shownAs(toField(column), column))

const defaults = { from: 'now-2d', depth: 5, pageSize: 50 } as const
const mostDepth = 10
const mostOnPage = 1_000

const pointInTime = (name: string, text: string, nowMs: number): Date => {
  const date = readDateMath(text, nowMs)
  if (date === undefined) throw invalid(`${name}: "${text}" is not a valid time. Use a timestamp, or now-2d.`)
  return date
}

const compared = (operator: 'gte' | 'lte', date: Date | undefined): readonly Logic[] =>
  date === undefined
    ? []
    : [
        filter(toField('created_at'), {
          kind: 'quantified',
          operator,
          quantifier: undefined,
          value: date.toISOString(),
        }),
      ]

const withinTime = ({ from, to }: ChangesQuery, nowMs: number): readonly Logic[] => {
  const isOpen = !from && !to
  const begin = isOpen ? defaults.from : from
  const [since, until] = [begin, to].map((text, at) =>
    text ? pointInTime(at === 0 ? 'from' : 'to', text, nowMs) : undefined,
  )
  if (since !== undefined && until !== undefined && since >= until) throw invalid('from must be before to.')
  return [...compared('gte', since), ...compared('lte', until)]
}

const ofSeverity = (value: string): Logic => {
  const field = toField('severity')
  if (value.startsWith('!')) return negated(field, filter(field, { kind: 'in', values: [value.slice(1)] }))
  const severities = severitiesFrom(value)
  if (severities === undefined) throw invalid(`severity: "${value}" is not a valid severity.`)
  return filter(field, { kind: 'in', values: severities })
}

/** Items are URI-encoded because they may contain commas. */
const ofEncoded = (column: string, list: string): Logic =>
  matchesEachPattern(
    toField(column),
    list.split(',').map((item) => decodeUri(item.trim()) ?? item.trim()),
  )

const ofIds = (list: string): Logic => {
  const items = list.split(',').map((item) => item.trim())
  const field = toField('config_id')
  const ids = (chosen: readonly string[]) => matchesIds(field, chosen.filter(isId))
  const without = items.filter((item) => item.startsWith('!')).map((item) => item.slice(1))
  const wanted = items.filter((item) => item !== '' && !item.startsWith('!'))
  return joinAll([
    ...(without.length === 0 ? [] : [negated(field, ids(without))]),
    ...(wanted.length === 0 ? [] : [ids(wanted)]),
  ])
}

const whenSet = <T>(value: string | null | undefined, read: (text: string) => T): readonly T[] =>
  value == null || value === '' ? [] : [read(value)]

const followedId = ({ id, recursive }: ChangesQuery): string | undefined =>
  typeof id === 'string' && isId(id) && recursive !== 'none' ? id : undefined

const toCondition = (request: ChangesQuery, agents: Agents, nowMs: number): Logic =>
  joinAll([
    ...(followedId(request) === undefined ? whenSet(request.id, ofIds) : []),
    ...whenSet(request.config_type, (list) => matchesPatterns(toField('type'), list)),
    ...whenSet(request.type, (list) => matchesPatterns(toField('change_type'), list)),
    ...whenSet(request.severity, ofSeverity),
    ...whenSet(request.summary, (list) => ofEncoded('summary', list)),
    ...whenSet(request.source, (list) => ofEncoded('source', list)),
    ...whenSet(request.created_by, (text) =>
      isId(text) ? matchesIds(toField('created_by'), [text]) : ofEncoded('external_created_by', text),
    ),
    ...requirementsLogic(request.tags, (key) => toField('tags', key)),
    ...whenSet(request.agent_id, (text) => matchesIds(toField('agent_id'), agents.matching(text))),
    ...withinTime(request, nowMs),
    ...(request.include_deleted_configs === true ? [] : [isNull(toField('deleted_at'))]),
  ])

const toOrder = (sortBy: string | null | undefined): readonly OrderTerm[] => {
  const wanted = sortBy || '-created_at'
  const column = wanted.replace(/^-/, '')
  if (!changeSortColumns.some((known) => known === column))
    throw invalid(`sort_by: "${column}" is not one of ${changeSortColumns.join(', ')}.`)
  return [orderedBy(toField(column), wanted.startsWith('-')), orderedBy(toField('id'), wanted.startsWith('-'))]
}

const toSource = (request: ChangesQuery): ReadAs['from'] => {
  const id = followedId(request)
  if (id === undefined) return { kind: 'relation', name: 'catalog_changes' }
  const reach = {
    lookup_id: id,
    type_filter: request.recursive ?? 'downstream',
    include_deleted_configs: request.include_deleted_configs === true,
    max_depth: Math.min(request.depth ?? defaults.depth, mostDepth),
    soft: request.soft === true,
  }
  return { kind: 'function', name: 'related_changes_recursive', args: reach }
}

type Changes = z.infer<typeof catalogChangesRoute.response>

export const readChanges = async (
  people: People,
  viewer: Viewer,
  { request, agents, nowMs }: { readonly request: ChangesQuery; readonly agents: Agents; readonly nowMs: number },
): Promise<Changes> => {
  const limit = Math.min(request.page_size || defaults.pageSize, mostOnPage)
  const query = createQuery(shown, toCondition(request, agents, nowMs), toOrder(request.sort_by))
  const offset = (Math.max(1, request.page ?? 1) - 1) * limit
  const { rows, total } = await readAs(people, viewer, {
    from: toSource(request),
    query,
    limit,
    offset,
    isCounted: true,
  })
  const changes = rows.map((row) => catalogChangeSchema.parse(row))
  const summary: Record<string, number> = {}
  for (const { change_type: type } of changes) summary[type] = (summary[type] ?? 0) + 1
  return {
    ...(changes.length > 0 && { summary, changes }),
    ...(total !== null && total > 0 && { total }),
  }
}
