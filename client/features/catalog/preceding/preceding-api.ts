import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { CatalogChange } from '#shared/catalog/catalog-changes.ts'
import { rankPreceding, turnsWithinMs, type RankedChange, type SameElsewhere } from '#shared/catalog/preceding.ts'
import { listRows } from '#client/api/data-api.ts'
import { changesKey, listChanges } from '#client/features/catalog/changes/changes-api.ts'

/** Types of the changes that say that an item turned to something worse. */
const turns = 'Unhealthy,Warning'
/** What an item was before says nothing of why it is so now. */
const ownStates = new Set(['Healthy', 'Unhealthy', 'Warning', 'Unknown'])
const lookedBackMs = 2 * 60 * 60_000
const depth = 5
const candidatesMax = 200
const shown = 5
/** For so many of the best it is looked up how the same change went elsewhere. */
const heldAgainst = 8
const lately = 'now-7d'

export interface Preceding {
  readonly turnedAt: string
  readonly changes: readonly (RankedChange & { readonly same: SameElsewhere })[]
}

/** How many steps away each item is that the item hangs on or that hangs on it. */
const readDistances = async (id: string, signal: AbortSignal): Promise<ReadonlyMap<string, number>> => {
  const row = z.object({ id: z.string(), depth: z.number() })
  const query = { config_id: id, type_filter: 'all', max_depth: depth }
  const { rows } = await listRows('rpc/related_config_ids_recursive', { row, query, signal })
  return new Map(rows.map((each) => [each.id, each.depth]))
}

/** Which other items the same happened to lately, and how many of them turned soon after. */
const readSame = async (change: CatalogChange, signal: AbortSignal): Promise<SameElsewhere> => {
  const { change_type: type, summary, config_id: itemId } = change
  const like = { recursive: 'none', type, from: lately, page_size: candidatesMax } as const
  const same = await listChanges({ ...like, ...(summary && { summary: encodeURIComponent(summary) }) }, signal)
  const others = same.rows.filter((each) => each.config_id !== itemId)
  const ids = [...new Set(others.map((each) => each.config_id))]
  if (ids.length === 0) return { items: 0, turned: 0 }
  const asked = { recursive: 'none', id: ids.join(','), type: turns, from: lately, page_size: 1_000 } as const
  const { rows: turned } = await listChanges(asked, signal)
  const isFollowed = (other: CatalogChange) =>
    turned.some((each) => {
      const afterMs = Date.parse(each.created_at) - Date.parse(other.created_at)
      return each.config_id === other.config_id && afterMs >= 0 && afterMs <= turnsWithinMs
    })
  const troubled = new Set(others.filter(isFollowed).map((each) => each.config_id))
  return { items: ids.length, turned: troubled.size }
}

/** What changed on an item and around it in the two hours before it turned, the likeliest first; null where nobody noted the turn. */
export const precedingQuery = (id: string) =>
  queryOptions({
    queryKey: [...changesKey, 'preceding', id],
    queryFn: async ({ signal }): Promise<Preceding | null> => {
      const asked = { recursive: 'none', id, type: turns, from: 'now-60d', page_size: 1 } as const
      const [turn] = (await listChanges(asked, signal)).rows
      if (turn === undefined) return null
      const turnedAtMs = Date.parse(turn.created_at)
      const [distances, { rows }] = await Promise.all([
        readDistances(id, signal),
        listChanges(
          {
            id,
            recursive: 'all',
            depth,
            from: new Date(turnedAtMs - lookedBackMs).toISOString(),
            to: new Date(turnedAtMs + 1).toISOString(),
            page_size: candidatesMax,
          },
          signal,
        ),
      ])
      const candidates = rows
        .filter((change) => change.config_id !== id || !ownStates.has(change.change_type))
        .map((change) => ({
          change,
          distance: change.config_id === id ? 0 : (distances.get(change.config_id) ?? depth),
        }))
      const first = rankPreceding(turnedAtMs, candidates, () => undefined).slice(0, heldAgainst)
      const same = new Map(
        await Promise.all(first.map(async ({ change }) => [change.id, await readSame(change, signal)] as const)),
      )
      const changes = rankPreceding(turnedAtMs, first, (change) => same.get(change.id)).slice(0, shown)
      return {
        turnedAt: turn.created_at,
        changes: changes.map((each) =>
          Object.assign({ same: same.get(each.change.id) ?? { items: 0, turned: 0 } }, each),
        ),
      }
    },
    meta: { failsOnPage: true },
  })
