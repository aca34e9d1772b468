import { z } from 'zod'
import { parseSearch } from '#shared/access/search-query.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { isId } from '#shared/primitives/id.ts'
import {
  searchedKinds,
  type FoundResource,
  type ResourceSelector,
  type resourceSearchRoute,
  type SearchedKind,
} from '#shared/resources/resource-search.ts'
import type { OrderTerm, SelectItem } from '#relay/backend/data-api/query/ast.ts'
import { orderedBy, createQuery, shownAs } from '#relay/backend/data-api/query/create-query.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { readAs } from '#relay/backend/data-api/read-as.ts'
import { readAgents } from './agents.ts'
import { joinAny, toField } from '#relay/backend/data-api/query/logic.ts'
import { notSupported } from './search-error.ts'
import { topTerms, type SearchContext } from './search-logic.ts'
import { searchedRelations, type SearchedRelation } from './searched-relations.ts'
import { selectorLogic } from './selector-logic.ts'
import type { Queryable } from '#relay/database/database.ts'

type SearchRequest = z.infer<typeof resourceSearchRoute.body>
type SearchResponse = Partial<Record<SearchedKind, readonly FoundResource[]>>

const defaultLimit = 100
const pageSize = 1_000

const timestamps = ['created_at', 'updated_at', 'deleted_at'] as const

const listColumns = (
  { shown: fields, fields: searched }: SearchedRelation,
  withTimes: boolean,
): readonly SelectItem[] => [
  shownAs(toField('id'), 'id'),
  ...Object.entries(fields).map(([alias, field]) => shownAs(field, alias)),
  ...(withTimes ? timestamps.filter((time) => time.replace('_at', '') in searched) : []).map((time) =>
    shownAs(toField(time), time),
  ),
]

const textOrNothing = z.string().nullish()
const foundRow = z.looseObject({ id: z.string(), name: textOrNothing, type: textOrNothing })

const parseFound = (row: unknown): FoundResource => {
  const found = foundRow.parse(row)
  return { ...found, name: found.name ?? found.type ?? '' }
}

const number = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : undefined

const readOrderAndLimits = (selectors: readonly ResourceSelector[], { fields, relation }: SearchedRelation) => {
  const terms = selectors.flatMap(({ search }) => {
    const parsed = parseSearch(search ?? '')
    return parsed === null ? [] : topTerms(parsed)
  })
  const last = (name: string) => terms.findLast(({ field }) => field === name)?.value
  const order = (last('sort') ?? 'name').split(',').map((name): OrderTerm => {
    const column = name.replace(/^[+-]/, '')
    const field = fields[column]
    if (field === undefined || !('field' in field)) throw notSupported(column, relation)
    return orderedBy(field.field, name.startsWith('-'))
  })
  const limits = [number(last('limit')), selectors.length === 1 ? selectors[0]?.limit : undefined]
  return { order, offset: number(last('offset')) ?? 0, limits: limits.filter((limit) => limit != null) }
}

const readScope = async (database: Queryable, { scope }: SearchedRelation, named: string | null | undefined) => {
  if (scope === undefined || named == null || named === '') return []
  if (isId(named)) return [named]
  const [namespace, name] = named.includes('/') ? named.split('/', 2) : [null, named]
  const { rows } = await database.query(
    `select id from ${scope.table} where name = $1 and ($2::text is null or namespace = $2) and deleted_at is null`,
    [name, namespace],
  )
  return rows.map((row) => z.object({ id: z.string() }).parse(row).id)
}

export const createResourceSearch = ({
  database,
  people,
}: {
  readonly database: Queryable
  readonly people: People
}) => {
  const search = async (
    kind: SearchedKind,
    selectors: readonly ResourceSelector[],
    {
      viewer,
      request,
      context,
      foundMax,
    }: {
      viewer: Viewer
      request: SearchRequest
      context: Omit<SearchContext, 'searched'>
      foundMax: number
    },
  ): Promise<readonly FoundResource[]> => {
    const searched = searchedRelations[kind]
    const logics = await Promise.all(
      selectors.map(async (selector) => {
        const scopeIds = await readScope(database, searched, selector.scope)
        return selectorLogic(selector, { ...context, searched, scopeIds })
      }),
    )
    const conditions = logics.filter((logic) => logic !== null)
    if (conditions.length === 0) return []
    const { order, offset, limits } = readOrderAndLimits(selectors, searched)
    const query = createQuery(listColumns(searched, request.timestamps === true), joinAny(conditions), [
      ...order,
      orderedBy(toField('id')),
    ])
    const limit = Math.min(request.limit ?? defaultLimit, foundMax, ...limits)
    const from = { kind: 'relation', name: searched.relation } as const
    const found: FoundResource[] = []
    while (found.length < limit) {
      const page = { limit: Math.min(pageSize, limit - found.length), offset: offset + found.length }
      const { rows } = await readAs(people, viewer, { from, query, ...page })
      found.push(...rows.map(parseFound))
      if (rows.length < page.limit) break
    }
    return found
  }

  return async (viewer: Viewer, request: SearchRequest, foundMax = pageSize): Promise<SearchResponse> => {
    const context = { agents: await readAgents(database), nowMs: Date.now() }
    const response: SearchResponse = {}
    for (const kind of searchedKinds) {
      const selectors = request[kind] ?? []
      const found = selectors.length === 0 ? [] : await search(kind, selectors, { viewer, request, context, foundMax })
      if (found.length > 0) response[kind] = found
    }
    return response
  }
}
