import type { Contract } from '#shared/primitives/contract.ts'
import { appendValue } from '#shared/primitives/append-value.ts'
/** `:name` matches one segment, `*` at the end one or more. */
export type Route = Pick<Contract, 'method' | 'path'>

export interface ChangedBy {
  readonly relations?: readonly string[]
  readonly routes?: readonly Route[]
}

interface Changing {
  readonly name: string
  readonly changedBy: ChangedBy
}

export interface ChangeIndex {
  readonly relations: readonly string[]
  readonly ofRelations: (relations: readonly string[]) => readonly string[]
  readonly ofRequest: (method: string, url: string) => readonly string[]
}

const methods: ReadonlySet<string> = new Set(['POST', 'PATCH', 'PUT', 'DELETE'])

const isOpen = (part: string) => part === '*' || part.startsWith(':')

const fits = (pattern: readonly string[], segments: readonly string[]): boolean =>
  (pattern.at(-1) === '*' ? segments.length >= pattern.length : segments.length === pattern.length) &&
  pattern.every((part, n) => (isOpen(part) ? segments[n] !== '' : segments[n] === part))

export const createChangeIndex = (topics: readonly Changing[]): ChangeIndex => {
  const byRelation = new Map<string, string[]>()
  for (const { name, changedBy } of topics)
    for (const relation of changedBy.relations ?? []) appendValue(byRelation, relation, name)

  const byRoute = topics.flatMap(({ name, changedBy }) =>
    (changedBy.routes ?? []).map(({ method, path }) => ({ name, method, pattern: path.split('/') })),
  )

  const ofRelations = (relations: readonly string[]) => [
    ...new Set(relations.flatMap((relation) => byRelation.get(relation) ?? [])),
  ]
  return {
    relations: [...byRelation.keys()],
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
