import type { FoundResource, ResourceSelector } from '#shared/resources/resource-search.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import type { createResourceSearch } from './resource-search.ts'

export type FindResources = (
  kind: 'configs' | 'components' | 'checks',
  selectors: readonly ResourceSelector[],
) => Promise<readonly FoundResource[]>

/** Security: searches with all permissions. */
const itself: Viewer = { id: 'topologies', name: '', email: '', roles: ['admin'] }

/** Rejects when more resources match: a part of them would be a wrong result. */
export const findAsConsole =
  (search: ReturnType<typeof createResourceSearch>, foundMax = 20_000): FindResources =>
  async (kind, selectors) => {
    if (selectors.length === 0) return []
    const limit = foundMax + 1
    const found = (await search(itself, { limit, [kind]: selectors }, limit))[kind] ?? []
    if (found.length > foundMax) throw new Error(`More than ${foundMax} ${kind} match. Narrow the selectors.`)
    return found
  }
