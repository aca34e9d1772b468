import type { SuggestedResource } from '#shared/incidents/suggestions-route.ts'
import { toResourceKey } from '#shared/resources/resource-id.ts'
import type { ViewerReader } from '#relay/backend/data-api/read-as-viewer.ts'
import { readVisible } from '#relay/backend/data-api/read-visible.ts'
import type { ResourceRef } from './near-resources.ts'

export const listVisibleResources = async (
  reader: ViewerReader,
  resources: Iterable<ResourceRef>,
): Promise<ReadonlyMap<string, SuggestedResource>> => {
  const all = [...resources]
  const visible = await readVisible(reader, all)
  return new Map(
    all.flatMap(({ kind, id }) => {
      const row = visible.get(toResourceKey({ kind, id }))
      return row === undefined ? [] : [[id, { kind, id, name: typeof row['name'] === 'string' ? row['name'] : id }]]
    }),
  )
}
