import type { SuggestedThing } from '#shared/incidents/suggestions-route.ts'
import type { ViewerReader } from '#relay/backend/data-api/read-as-viewer.ts'
import type { Thing } from './near-things.ts'

const relations = { check: 'checks', component: 'components', config: 'config_items' } as const
const kinds = ['check', 'component', 'config'] as const

/** The things that somebody may see, by id, as they are called. */
export const seenThings = async (
  reader: ViewerReader,
  things: Iterable<Thing>,
): Promise<ReadonlyMap<string, SuggestedThing>> => {
  const all = [...things]
  const seen = new Map<string, SuggestedThing>()
  for (const kind of kinds) {
    const ids = all.flatMap((thing) => (thing.kind === kind ? [thing.id] : []))
    if (ids.length === 0) continue
    for (const row of await reader.rowsOf(relations[kind], 'id', ids)) {
      const { id, name } = row
      if (typeof id === 'string') seen.set(id, { kind, id, name: typeof name === 'string' ? name : id })
    }
  }
  return seen
}
