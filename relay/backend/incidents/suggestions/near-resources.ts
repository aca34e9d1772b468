import type { FailureKind } from '#relay/backend/incidents/rules/failure.ts'
import type { Queryable } from '#relay/database/database.ts'

export interface ResourceRef {
  readonly kind: FailureKind
  readonly id: string
}

interface NearResource extends ResourceRef {
  readonly steps: number
  readonly from: string | null
}

const edges = `
  select 'check' as a_kind, check_id as a, 'component' as b_kind, component_id as b from check_component_relationships
   where deleted_at is null and (check_id = any($1) or component_id = any($1))
  union all
  select 'check', check_id, 'config', config_id from check_config_relationships
   where deleted_at is null and (check_id = any($1) or config_id = any($1))
  union all
  select 'config', config_id, 'component', component_id from config_component_relationships
   where deleted_at is null and (config_id = any($1) or component_id = any($1))
  union all
  select 'component', id, 'component', parent_id from components
   where deleted_at is null and parent_id is not null and (id = any($1) or parent_id = any($1))
  union all
  select 'component', id, 'config', config_id from components
   where deleted_at is null and config_id is not null and (id = any($1) or config_id = any($1))
  union all
  select 'component', component_id, 'component', relationship_id from component_relationships
   where deleted_at is null and (component_id = any($1) or relationship_id = any($1))
  union all
  select 'config', id, 'config', parent_id from config_items
   where deleted_at is null and parent_id is not null and (id = any($1) or parent_id = any($1))
  union all
  select 'config', config_id, 'config', related_id from config_relationships
   where deleted_at is null and (config_id = any($1) or related_id = any($1))`

interface Edge {
  readonly a_kind: FailureKind
  readonly a: string
  readonly b_kind: FailureKind
  readonly b: string
}

const stepsMost = 4
const edgesMost = 3_000

interface Neighbourhood {
  readonly near: ReadonlyMap<string, NearResource>
  readonly isCut: boolean
}

export const walkFrom = async (database: Queryable, resources: readonly ResourceRef[]): Promise<Neighbourhood> => {
  const near = new Map<string, NearResource>(
    resources.map((resource) => [resource.id, { ...resource, steps: 0, from: null }]),
  )
  let frontier = [...near.keys()]
  let isCut = false
  for (let steps = 1; steps <= stepsMost && frontier.length > 0; steps += 1) {
    const { rows } = await database.query<Edge>(`${edges} limit ${edgesMost}`, [frontier])
    isCut ||= rows.length >= edgesMost
    const reached = new Set(frontier)
    const next: string[] = []
    const reach = (from: string, kind: FailureKind, id: string) => {
      if (!reached.has(from) || near.has(id)) return
      near.set(id, { kind, id, steps, from })
      next.push(id)
    }
    for (const { a_kind: aKind, a, b_kind: bKind, b } of rows) {
      reach(a, bKind, b)
      reach(b, aKind, a)
    }
    frontier = next
  }
  return { near, isCut }
}

export const wayTo = (near: ReadonlyMap<string, NearResource>, id: string): readonly string[] => {
  const way: string[] = []
  for (let at = near.get(id); at !== undefined; at = at.from === null ? undefined : near.get(at.from))
    way.unshift(at.id)
  return way
}
