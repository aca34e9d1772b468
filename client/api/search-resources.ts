import type { FoundResource } from '#machines/shell/resource-search-machine.ts'
import { resourceSearchRoute } from '#shared/resources/resource-search.ts'
import { call } from './call.ts'

type Kind = FoundResource['kind']
type Selector = Readonly<Record<string, unknown>>

/** Which kinds to search, each with the selectors that what is found must also match; none for no restriction. */
export type SearchKinds = Partial<Record<Kind, readonly Selector[]>>

const keys = { check: 'checks', component: 'components', config: 'configs' } as const satisfies Record<Kind, string>

/**
 * Searches checks, components and configs on every agent by a text in the search language, such as
 * `name=… type=… health=healthy,unhealthy` (ledger API-31, UI-53).
 */
export const searchResources = async (
  kinds: SearchKinds,
  text: string,
  signal?: AbortSignal,
): Promise<readonly FoundResource[]> => {
  const wanted = (['check', 'component', 'config'] as const).filter((kind) => kinds[kind] !== undefined)
  const toSelectors = (kind: Kind) => {
    const selectors = kinds[kind] ?? []
    return (selectors.length === 0 ? [{}] : selectors).map((selector) =>
      Object.assign({}, selector, { agent: 'all', search: text }),
    )
  }
  const body = Object.fromEntries(wanted.map((kind) => [keys[kind], toSelectors(kind)]))
  const data = await call(resourceSearchRoute, { body, signal })
  return wanted.flatMap((kind) =>
    (data[keys[kind]] ?? []).map(({ id, name, namespace, type }) => ({
      id,
      name,
      kind,
      type: type ?? '',
      namespace: namespace ?? '',
    })),
  )
}
