import type { Contract } from '#shared/primitives/contract.ts'
/** A contract, or a pattern of addresses: `:name` stands for one segment, `*` at the end for one or more. */
type Route = Pick<Contract, 'method' | 'path'>

/** What changes the rows of a topic. */
export interface ChangedBy {
  /** Relations of the data API: a write of one, a change that the backend tells of, a notice of its database. */
  readonly relations?: readonly string[]
  /** Routes other than the data API's own: a request that succeeded. */
  readonly routes?: readonly Route[]
}

interface Changing {
  readonly name: string
  readonly changedBy: ChangedBy
}

/** Which topics may show something else after a change. */
export interface ChangeIndex {
  readonly ofRelations: (relations: readonly string[]) => readonly string[]
  /** After a request that succeeded; `url` with or without its query. */
  readonly ofRequest: (method: string, url: string) => readonly string[]
}

const methods: ReadonlySet<string> = new Set(['POST', 'PATCH', 'PUT', 'DELETE'])

const isOpen = (part: string) => part === '*' || part.startsWith(':')

const fits = (pattern: readonly string[], segments: readonly string[]): boolean =>
  (pattern.at(-1) === '*' ? segments.length >= pattern.length : segments.length === pattern.length) &&
  pattern.every((part, n) => (isOpen(part) ? segments[n] !== '' : segments[n] === part))

/** Finds topics by what changes them, as each names it itself. */
export const createChangeIndex = (topics: readonly Changing[]): ChangeIndex => {
  const byRelation = new Map<string, string[]>()
  for (const { name, changedBy } of topics)
    for (const relation of changedBy.relations ?? [])
      byRelation.set(relation, [...(byRelation.get(relation) ?? []), name])

  const byRoute = topics.flatMap(({ name, changedBy }) =>
    (changedBy.routes ?? []).map(({ method, path }) => ({ name, method, pattern: path.split('/') })),
  )

  const ofRelations = (relations: readonly string[]) => [
    ...new Set(relations.flatMap((relation) => byRelation.get(relation) ?? [])),
  ]
  return {
    ofRelations,
    ofRequest: (method, url) => {
      if (!methods.has(method)) return []
      const segments = (url.split('?', 1)[0] ?? '').split('/')
      if (fits(['', 'api', 'db', ':relation'], segments)) return ofRelations(segments.slice(-1))
      const found = byRoute.filter((route) => route.method === method && fits(route.pattern, segments))
      return [...new Set(found.map(({ name }) => name))]
    },
  }
}
