import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { CatalogChange } from '#shared/catalog/catalog-changes.ts'
import {
  rankPreceding,
  turnsWithinMs,
  type PrecedingChange,
  type RankedChange,
  type SameElsewhere,
} from '#shared/catalog/preceding.ts'
import { toIsoTime } from '#shared/primitives/iso-time.ts'
import { hourMs } from '#shared/primitives/time-units.ts'
import { listRows } from '#client/api/data-api.ts'
import { changesKey, listChanges } from '#client/features/catalog/changes/changes-api.ts'

const turns = 'Unhealthy,Warning'
/** An item's own earlier state does not explain its current one. */
const ownStates = new Set(['Healthy', 'Unhealthy', 'Warning', 'Unknown'])
const lookedBackMs = 2 * hourMs
const depth = 5
const candidatesMax = 200
const shown = 5
const heldAgainst = 8
const lately = 'now-7d'

interface Preceding {
  readonly turnedAt: string
  readonly changes: readonly (RankedChange & { readonly same: SameElsewhere })[]
}

const readDistances = async (id: string, signal: AbortSignal): Promise<ReadonlyMap<string, number>> => {
  const row = z.object({ id: z.string(), depth: z.number() })
  const query = { config_id: id, type_filter: 'all', max_depth: depth }
  const { rows } = await listRows('rpc/related_config_ids_recursive', { row, query, signal })
  return new Map(rows.map((each) => [each.id, each.depth]))
}

const readSame = async (change: CatalogChange, signal: AbortSignal): Promise<SameElsewhere> => {
  const { change_type: type, summary, config_id: itemId } = change
  const like = { recursive: 'none', type, from: lately, page_size: candidatesMax } as const
  const same = await listChanges({ ...like, ...(summary && { summary: encodeURIComponent(summary) }) }, signal)
  const others = same.rows.filter((each) => each.config_id !== itemId)
  const ids = [...new Set(others.map((each) => each.config_id))]
  if (ids.length === 0) return { items: 0, turned: 0 }
  const request = { recursive: 'none', id: ids.join(','), type: turns, from: lately, page_size: 1_000 } as const
  const { rows: turned } = await listChanges(request, signal)
  const isFollowed = (other: CatalogChange) =>
    turned.some((each) => {
      const afterMs = Date.parse(each.created_at) - Date.parse(other.created_at)
      return each.config_id === other.config_id && afterMs >= 0 && afterMs <= turnsWithinMs
    })
  const changed = new Set(others.filter(isFollowed).map((each) => each.config_id))
  return { items: ids.length, turned: changed.size }
}

/** `at` null: use the time the last of these items changed state. */
export interface Turned {
  readonly itemIds: readonly string[]
  readonly at: string | null
}

const followedMax = 5

const findLastTurn = async (itemIds: readonly string[], signal: AbortSignal): Promise<string | null> => {
  const request = { recursive: 'none', id: itemIds.join(','), type: turns, from: 'now-60d', page_size: 1 } as const
  return (await listChanges(request, signal)).rows[0]?.created_at ?? null
}

const changesAround = async (id: string, turnedAtMs: number, signal: AbortSignal) => {
  const [distances, { rows }] = await Promise.all([
    readDistances(id, signal),
    listChanges(
      {
        id,
        recursive: 'all',
        depth,
        from: toIsoTime(turnedAtMs - lookedBackMs),
        to: toIsoTime(turnedAtMs + 1),
        page_size: candidatesMax,
      },
      signal,
    ),
  ])
  return rows.map((change): PrecedingChange => {
    const distance = change.config_id === id ? 0 : (distances.get(change.config_id) ?? depth)
    return { change, distance }
  })
}

const keepNearest = (candidates: readonly PrecedingChange[]): readonly PrecedingChange[] => {
  const farthestFirst = candidates.toSorted((a, b) => b.distance - a.distance)
  return [...new Map(farthestFirst.map((each) => [each.change.id, each])).values()]
}

export const precedingQuery = ({ itemIds, at }: Turned) =>
  queryOptions({
    queryKey: [...changesKey, 'preceding', itemIds, at],
    queryFn: async ({ signal }): Promise<Preceding | null> => {
      const followed = itemIds.slice(0, followedMax)
      const turnedAt = at ?? (await findLastTurn(followed, signal))
      if (turnedAt === null) return null
      const turnedAtMs = Date.parse(turnedAt)
      const around = await Promise.all(followed.map((id) => changesAround(id, turnedAtMs, signal)))
      const candidates = keepNearest(around.flat()).filter(
        ({ change }) => !followed.includes(change.config_id) || !ownStates.has(change.change_type),
      )
      const first = rankPreceding(turnedAtMs, candidates, () => undefined).slice(0, heldAgainst)
      const same = new Map(
        await Promise.all(first.map(async ({ change }) => [change.id, await readSame(change, signal)] as const)),
      )
      const changes = rankPreceding(turnedAtMs, first, (change) => same.get(change.id)).slice(0, shown)
      return {
        turnedAt,
        changes: changes.map((each) =>
          Object.assign({ same: same.get(each.change.id) ?? { items: 0, turned: 0 } }, each),
        ),
      }
    },
  })

const tieSchema = z.object({ config_id: z.string() })
const ties = {
  check: { relation: 'check_config_relationships', column: 'check_id' },
  component: { relation: 'config_component_relationships', column: 'component_id' },
} as const
export type TiedKind = keyof typeof ties

export const tiedItemsQuery = (kind: TiedKind, id: string) =>
  queryOptions({
    queryKey: [...changesKey, 'tied', kind, id],
    queryFn: async ({ signal }) => {
      const { relation, column } = ties[kind]
      const query = { select: 'config_id', [column]: `eq.${id}`, deleted_at: 'is.null', limit: 100 }
      const { rows } = await listRows(relation, { row: tieSchema, query, signal })
      return [...new Set(rows.map((row) => row.config_id))].toSorted()
    },
  })
