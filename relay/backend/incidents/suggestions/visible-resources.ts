import type { SuggestedResource } from '#shared/incidents/suggestions-route.ts'
import type { ViewerReader } from '#relay/backend/data-api/read-as-viewer.ts'
import type { ResourceRef } from './near-resources.ts'

const relations = { check: 'checks', component: 'components', config: 'config_items' } as const
const kinds = ['check', 'component', 'config'] as const

export const listVisibleResources = async (
  reader: ViewerReader,
  resources: Iterable<ResourceRef>,
): Promise<ReadonlyMap<string, SuggestedResource>> => {
  const all = [...resources]
  const seen = new Map<string, SuggestedResource>()
  for (const kind of kinds) {
    const ids = all.flatMap((resource) => (resource.kind === kind ? [resource.id] : []))
    if (ids.length === 0) continue
    for (const row of await reader.listRows(relations[kind], 'id', ids)) {
      const { id, name } = row
      if (typeof id === 'string') seen.set(id, { kind, id, name: typeof name === 'string' ? name : id })
    }
  }
  return seen
}
