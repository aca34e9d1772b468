import type { FoundResource } from '#machines/shell/resource-search-machine.ts'
import { resourceSearchRoute } from '#shared/resources/resource-search.ts'
import { call } from './call.ts'

type Kind = FoundResource['kind']
type Selector = Readonly<Record<string, unknown>>

type SearchKinds = Partial<Record<Kind, readonly Selector[]>>

const keys = {
  check: 'checks',
  component: 'components',
  config: 'configs',
  canary: 'canaries',
} as const satisfies Record<Kind, string>

export const searchResources = async (
  kinds: SearchKinds,
  text: string,
  signal?: AbortSignal,
): Promise<readonly FoundResource[]> => {
  const wanted = (['check', 'component', 'config', 'canary'] as const).filter((kind) => kinds[kind] !== undefined)
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
