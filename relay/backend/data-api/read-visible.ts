import { resourceRelations, toResourceKey, type ResourceId } from '#shared/resources/resource-id.ts'
import type { ViewerReader } from '#relay/backend/data-api/read-as-viewer.ts'

/** By key: the rows of those resources that the person can read. */
export const readVisible = async (
  reader: Pick<ViewerReader, 'listRows'>,
  resources: readonly ResourceId[],
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> => {
  const visible = new Map<string, Readonly<Record<string, unknown>>>()
  for (const [kind, relation] of Object.entries(resourceRelations)) {
    const ids = resources.filter((resource) => resource.kind === kind).map(({ id }) => id)
    if (ids.length === 0) continue
    for (const row of await reader.listRows(relation, 'id', ids))
      visible.set(toResourceKey({ kind, id: String(row['id']) }), row)
  }
  return visible
}

export const filterVisible = async <T>(
  reader: Pick<ViewerReader, 'listRows'>,
  values: readonly T[],
  toRef: (value: T) => ResourceId,
): Promise<readonly T[]> => {
  const visible = await readVisible(reader, values.map(toRef))
  return values.filter((value) => visible.has(toResourceKey(toRef(value))))
}
