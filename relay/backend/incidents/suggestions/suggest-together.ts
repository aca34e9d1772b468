import type { Suggestions } from '#shared/incidents/suggestions-route.ts'
import { hourMs } from '#shared/primitives/time-units.ts'
import type { ViewerReader } from '#relay/backend/data-api/read-as-viewer.ts'
import { readSpans, type FailureSpan } from '#relay/backend/incidents/preview/read-spans.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { IncidentFacts } from './incident-facts.ts'
import { walkFrom, wayTo } from './near-resources.ts'
import { listVisibleResources } from './visible-resources.ts'

type Together = Suggestions['together'][number]

const [aroundMs, earlierMs] = [30 * 60_000, hourMs]
const [suggestedMost, itemsMost] = [12, 20]

const readTurns = async (database: Queryable, ids: readonly string[], beforeMs: number) => {
  const { rows } = await database.query<{ id: string; turns: number }>(
    `select check_id as id, count(*)::int as turns from (
       select check_id, status, lag(status) over (partition by check_id order by time) as before
         from check_statuses
        where check_id = any($1::uuid[]) and time < $2 and time > $2::timestamptz - interval '7 days'
     ) as results where not status and before group by check_id`,
    [ids, new Date(beforeMs).toISOString()],
  )
  return new Map(rows.map(({ id, turns }) => [id, turns]))
}

const firstPerResource = (spans: readonly FailureSpan[]): readonly FailureSpan[] => [
  ...new Map(spans.toReversed().map((span) => [span.id, span])).values(),
]

interface FoundTogether {
  readonly items: readonly string[]
  readonly together: readonly Together[]
  readonly notes: readonly string[]
}

export const suggestTogether = async (
  database: Queryable,
  reader: ViewerReader,
  { resources, beganMs }: IncidentFacts,
): Promise<FoundTogether> => {
  const own = new Set(resources.map(({ id }) => id))
  const { spans } = await readSpans(database, { fromMs: beganMs - aroundMs - earlierMs, toMs: beganMs + aroundMs })
  const around = firstPerResource(spans.filter(({ id, sinceMs }) => !own.has(id) && sinceMs >= beganMs - aroundMs))
  const { near, isCut } = await walkFrom(database, resources)
  const seen = await listVisibleResources(reader, around)
  const offered = around
    .filter(({ id }) => seen.has(id))
    .toSorted((a, b) => {
      const [nearA, nearB] = [near.get(a.id)?.steps ?? Infinity, near.get(b.id)?.steps ?? Infinity]
      if (nearA !== nearB) return nearA - nearB
      return Math.abs(a.sinceMs - beganMs) - Math.abs(b.sinceMs - beganMs)
    })
  const shown = offered.slice(0, suggestedMost)
  const ways = new Map(shown.map(({ id }) => [id, wayTo(near, id)]))
  const onTheWay = [...ways.values()].flat().flatMap((id) => near.get(id) ?? [])
  const named = await listVisibleResources(reader, onTheWay)
  const getName = (id: string) => named.get(id)?.name ?? 'a resource you cannot access'
  const turns = await readTurns(
    database,
    shown.flatMap(({ kind, id }) => (kind === 'check' ? [id] : [])),
    beganMs - aroundMs,
  )
  const more = offered.length - shown.length
  const tied = [...near.values()].filter(({ kind, steps }) => kind === 'config' && steps <= 1)
  const readable = await listVisibleResources(reader, tied)
  return {
    items: tied
      .filter(({ id }) => readable.has(id))
      .toSorted((a, b) => a.steps - b.steps)
      .slice(0, itemsMost)
      .map(({ id }) => id),
    together: shown.map(({ kind, id, name, health, sinceMs, untilMs }) => {
      const way = ways.get(id) ?? []
      const [first] = way
      return {
        kind,
        id,
        name,
        health,
        turned_at: new Date(sinceMs).toISOString(),
        well_at: untilMs === null ? null : new Date(untilMs).toISOString(),
        via: way.length === 0 ? null : way.slice(1, -1).map(getName),
        nearest: first === undefined ? null : getName(first),
        steps: way.length === 0 ? null : way.length - 1,
        turns_before: turns.get(id) ?? 0,
      }
    }),
    notes: [
      ...(resources.length === 0 ? ['The incident has no evidence yet, so related resources are unknown.'] : []),
      ...(more > 0 ? [`${more} more became unhealthy around the same time.`] : []),
      ...(isCut ? ['Too many related resources: not all were followed.'] : []),
    ],
  }
}
