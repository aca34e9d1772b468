import { formatCount } from '#shared/primitives/format-count.ts'
import { checkHref } from '#client/domain/health/check-href.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { z } from 'zod'
import { sortedBy } from '#shared/sorting/sort-value.ts'
import { listRows } from '#client/api/data-api.ts'
import { catalogKey } from '#client/features/catalog/catalog-api.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { StatusDot } from '#client/ui/status-dot.tsx'
import { ageColumn, plainColumn } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { countFact } from '#client/ui/table/list-facts.tsx'
import { ListFrame } from '#client/ui/table/list-frame.tsx'
import { queryReading } from '#client/ui/table/list-reading.tsx'
import { useWholeList } from '#client/ui/table/list-source.ts'
import { nullableCount, nullableNumber } from '#shared/primitives/row-values.ts'

const itemCheckSchema = z.object({
  id: z.string(),
  name: z.string().nullish(),
  type: z.string().nullish(),
  status: z.string().nullish(),
  severity: z.string().nullish(),
  canary_name: z.string().nullish(),
  last_runtime: z.string().nullish(),
  last_transition_time: z.string().nullish(),
  uptime: z.object({ passed: nullableCount, failed: nullableCount }).nullish().catch(null),
  latency: z.object({ p95: nullableNumber }).nullish().catch(null),
})
type ItemCheck = z.infer<typeof itemCheckSchema>

/** Check results are not pushed, so they are polled. */
const checksEveryMs = 15_000

const itemChecksQuery = (id: string) =>
  queryOptions({
    queryKey: [...catalogKey, 'checks', id],
    queryFn: async ({ signal }) => {
      const query = { config_id: `eq.${id}` }
      return (await listRows('check_summary_for_config', { row: itemCheckSchema, query, signal })).rows
    },
    refetchInterval: checksEveryMs,
  })

const toUptimePercent = ({ uptime }: ItemCheck): number | null => {
  const [passed, failed] = [uptime?.passed ?? 0, uptime?.failed ?? 0]
  return passed + failed === 0 ? null : (100 * passed) / (passed + failed)
}

const columns: readonly ListColumn<ItemCheck>[] = [
  {
    id: 'name',
    title: 'Name',
    rank: 0,
    minWidth: 180,
    text: ({ name }) => name ?? null,
    cell: ({ id, name, status }) => (
      <span className="catalog-name">
        <StatusDot status={status} none="no results" />
        <Link className="cut" href={checkHref(id)}>
          {name ?? id}
        </Link>
      </span>
    ),
  },
  plainColumn(({ status }) => status, { id: 'status', title: 'Status', rank: 1, width: 112, none: 'no results' }),
  plainColumn(({ canary_name: canary }) => canary, {
    id: 'canary',
    title: 'Canary',
    rank: 4,
    minWidth: 130,
    className: 'dim cut',
  }),
  plainColumn(({ type }) => type, { id: 'type', title: 'Type', rank: 5, width: 128, className: 'dim' }),
  {
    id: 'uptime',
    title: 'Uptime 1h',
    rank: 3,
    align: 'end',
    width: 96,
    text: toUptimePercent,
    cell: (check) => {
      const uptime = toUptimePercent(check)
      return uptime === null ? <span className="faint">–</span> : `${Number(uptime.toFixed(1))}%`
    },
  },
  {
    id: 'latency',
    title: 'Latency p95',
    rank: 6,
    align: 'end',
    width: 104,
    text: ({ latency }) => latency?.p95 ?? null,
    cell: ({ latency }) =>
      latency?.p95 == null ? <span className="faint">–</span> : `${formatCount(Math.round(latency.p95))} ms`,
  },
  ageColumn(({ last_transition_time: at }) => at, {
    id: 'since',
    title: 'Since',
    rank: 2,
    width: 88,
  }),
]

const getId = ({ id }: ItemCheck) => id
/** Relies on "unhealthy" sorting last alphabetically. */
const worstFirst = { id: 'status', desc: true }

export function ItemChecks({ id }: { readonly id: string }) {
  const query = useQuery(itemChecksQuery(id))
  const source = useWholeList({
    reading: queryReading(query),
    columns,
    rows: useMemo(() => sortedBy(query.data ?? [], ({ name }) => name ?? null), [query.data]),
    usual: worstFirst,
  })
  return (
    <ListFrame
      table="item-checks"
      label="Checks"
      source={source}
      getKey={getId}
      facts={countFact(source.total, 'check', 'checks')}
      nothing={
        <EmptyState title="No checks for this item">
          <p>Checks that select this item appear here.</p>
        </EmptyState>
      }
    />
  )
}
