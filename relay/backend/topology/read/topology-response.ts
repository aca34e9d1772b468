import type { z } from 'zod'
import { matchesPatterns } from '#shared/access/match.ts'
import type { Component, ComponentProperty } from '#shared/topology/topology.ts'
import type { topologyRoute } from '#shared/topology/topology-routes.ts'
import type { StoredComponent } from './read-components.ts'

export type TopologyQuery = z.infer<typeof topologyRoute.query>

interface TopologyResponse {
  readonly components: readonly Component[]
  readonly healthStatuses: readonly string[]
  readonly teams: readonly string[]
  readonly tags: Readonly<Record<string, readonly string[]>>
  readonly types: readonly string[]
}

const defaultDepth = 5
/** A component with several parents is repeated under each, up to this many in total. */
const mostAnswered = 50_000

const toStatus = ({ status, health }: StoredComponent): string => status || health || ''

const isRequested = (list: string | undefined): list is string => list !== undefined && list !== ''
const fits = (list: string | undefined, value: string): boolean => !isRequested(list) || matchesPatterns(list, value)

const fitsLabels = (list: string | undefined, labels: StoredComponent['labels']): boolean =>
  !isRequested(list) ||
  list.split(',').every((wanted) => {
    const isExcluded = wanted.startsWith('!')
    const [key = '', ...value] = (isExcluded ? wanted.slice(1) : wanted).split('=')
    const own = labels?.[key.trim()]
    return (own !== undefined && matchesPatterns(value.join('=') || '*', own)) !== isExcluded
  })

const fitsTeams = (list: string | undefined, teams: readonly string[]): boolean =>
  !isRequested(list) || (teams.length === 0 ? fits(list, '') : teams.some((team) => fits(list, team)))

const matches = (component: StoredComponent, query: TopologyQuery): boolean =>
  fits(query.status, toStatus(component)) &&
  fits(query.type, component.type ?? '') &&
  fitsLabels(query.labels, component.labels) &&
  (!isRequested(query.owner) || component.owner === query.owner) &&
  fitsTeams(query.team, component.team_names ?? []) &&
  (!isRequested(query.agent_id) || component.agent_id === query.agent_id)

const findProperty = ({ properties }: StoredComponent, name: string): ComponentProperty | undefined =>
  properties?.find((property) => property.name === name)

const compareTexts = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

const compareProperties = (a: ComponentProperty | undefined, b: ComponentProperty | undefined, way: number): number => {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  if (a.value != null && b.value != null) return way * (a.value - b.value)
  return way * compareTexts(a.text ?? '', b.text ?? '')
}

const sorted = <One extends StoredComponent>(
  components: readonly One[],
  { sortBy = '', sortOrder }: TopologyQuery,
): readonly One[] => {
  const way = sortOrder === 'desc' ? -1 : 1
  if (sortBy === 'name') return components.toSorted((a, b) => way * compareTexts(a.name, b.name))
  if (!sortBy.startsWith('field:')) return components
  const name = sortBy.slice('field:'.length)
  return components.toSorted((a, b) => compareProperties(findProperty(a, name), findProperty(b, name), way))
}

const distinct = (values: readonly string[]): string[] =>
  [...new Set(values.filter((value) => value !== ''))].toSorted()

const listTags = (components: readonly StoredComponent[]): Record<string, string[]> => {
  const pairs = components.flatMap(({ labels }) => Object.entries(labels ?? {}))
  const keys = distinct(pairs.map(([key]) => key))
  return Object.fromEntries(
    keys.map((key) => [key, distinct(pairs.filter(([own]) => own === key).map(([, value]) => value))]),
  )
}

export const buildTopologyResponse = (all: readonly StoredComponent[], query: TopologyQuery): TopologyResponse => {
  const shown = query.hidden === 'true' ? all : all.filter(({ hidden }) => hidden !== true)
  const positions = new Map(shown.map(({ id }, position) => [id, position]))
  const known = (relatedIds: readonly string[] | null | undefined) =>
    (relatedIds ?? [])
      .filter((id) => positions.has(id))
      .toSorted((a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0))
  const ids = new Set(all.map(({ id }) => id))
  /** Hidden components count as parents, so that their children are not roots. */
  const roots = new Set(all.filter(({ parents }) => !(parents ?? []).some((id) => ids.has(id))).map(({ id }) => id))
  const plain = shown.map((component) => ({
    ...component,
    parents: known(component.parents),
    children: known(component.children),
  }))
  const plainById = new Map(plain.map((component) => [component.id, component]))

  let left = mostAnswered
  const below = (component: (typeof plain)[number], levels: number, above: ReadonlySet<string>): Component => {
    const path = new Set([...above, component.id])
    const children = component.children.flatMap((id) => {
      const child = plainById.get(id)
      return child === undefined || path.has(id) ? [] : [child]
    })
    left -= children.length
    if (levels <= 1 || children.length === 0 || left < 0) return component
    return { ...component, components: sorted(children, query).map((child) => below(child, levels - 1, path)) }
  }

  const depth = query.depth ?? defaultDepth
  const noAncestors: ReadonlySet<string> = new Set()
  const selectComponents = (): readonly Component[] => {
    if (isRequested(query.id)) {
      const one = plainById.get(query.id)
      if (one === undefined) return []
      const { id: _, ...filter } = query
      const tree = below(one, depth, noAncestors)
      return [{ ...tree, components: tree.components?.filter((child) => matches(child, filter)) }]
    }
    if (query.flatten === 'true')
      return sorted(
        plain.filter((component) => matches(component, query)),
        query,
      )
    const found = plain.filter((component) => roots.has(component.id) && matches(component, query))
    return sorted(found, query).map((root) => below(root, depth, noAncestors))
  }

  return {
    components: selectComponents(),
    healthStatuses: distinct(shown.map(toStatus)),
    teams: distinct(shown.flatMap(({ team_names: teams }) => teams ?? [])),
    tags: listTags(shown),
    types: distinct(shown.map(({ type }) => type ?? '')),
  }
}
