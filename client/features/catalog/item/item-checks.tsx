import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { z } from 'zod'
import { listRows } from '#client/api/data-api.ts'
import { catalogKey } from '#client/features/catalog/catalog-api.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { Age } from '#client/ui/age.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { StatusDot } from '#client/ui/status-dot.tsx'
import { DataTable, type Column } from '#client/ui/table/data-table.tsx'
import { inOrder } from '#client/ui/table/text-column.ts'

const number = z
  .number()
  .nullish()
  .transform((value) => value ?? null)

const itemCheckSchema = z.object({
  id: z.string(),
  name: z.string().nullish(),
  type: z.string().nullish(),
  status: z.string().nullish(),
  severity: z.string().nullish(),
  canary_name: z.string().nullish(),
  last_runtime: z.string().nullish(),
  last_transition_time: z.string().nullish(),
  uptime: z.object({ passed: number, failed: number }).nullish().catch(null),
  latency: z.object({ p95: number }).nullish().catch(null),
})
type ItemCheck = z.infer<typeof itemCheckSchema>

/** Results come on their own time: they are asked for so often while somebody looks. */
const checksEveryMs = 15_000

const itemChecksQuery = (id: string) =>
  queryOptions({
    queryKey: [...catalogKey, 'checks', id],
    queryFn: async ({ signal }) => {
      const query = { config_id: `eq.${id}` }
      return (await listRows('check_summary_for_config', { row: itemCheckSchema, query, signal })).rows
    },
    refetchInterval: checksEveryMs,
    meta: { failsOnPage: true },
  })

const checkHref = (id: string) => `${routes.health}?checkId=${encodeURIComponent(id)}&timeRange=1h`
const uptimeOf = ({ uptime }: ItemCheck): number | null => {
  const [passed, failed] = [uptime?.passed ?? 0, uptime?.failed ?? 0]
  return passed + failed === 0 ? null : (100 * passed) / (passed + failed)
}

const columns: readonly Column<ItemCheck>[] = [
  {
    id: 'name',
    title: 'Name',
    rank: 0,
    roomPx: 180,
    isSortable: true,
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
  {
    id: 'status',
    title: 'Status',
    rank: 1,
    width: '7rem',
    roomPx: 90,
    isSortable: true,
    text: ({ status }) => status ?? null,
    cell: ({ status }) => status ?? <span className="faint">no results</span>,
  },
  {
    id: 'canary',
    title: 'Canary',
    rank: 4,
    roomPx: 130,
    isSortable: true,
    text: ({ canary_name: canary }) => canary ?? null,
    cell: ({ canary_name: canary }) => <span className="dim cut">{canary}</span>,
  },
  {
    id: 'type',
    title: 'Type',
    rank: 5,
    width: '8rem',
    roomPx: 100,
    isSortable: true,
    text: ({ type }) => type ?? null,
    cell: ({ type }) => <span className="dim">{type}</span>,
  },
  {
    id: 'uptime',
    title: 'Uptime 1h',
    rank: 3,
    align: 'end',
    width: '6rem',
    roomPx: 78,
    isSortable: true,
    text: uptimeOf,
    cell: (check) => {
      const uptime = uptimeOf(check)
      return uptime === null ? <span className="faint">–</span> : `${Number(uptime.toFixed(1))}%`
    },
  },
  {
    id: 'latency',
    title: 'Latency p95',
    rank: 6,
    align: 'end',
    width: '6.5rem',
    roomPx: 84,
    isSortable: true,
    text: ({ latency }) => latency?.p95 ?? null,
    cell: ({ latency }) =>
      latency?.p95 == null ? <span className="faint">–</span> : `${Math.round(latency.p95).toLocaleString('en')} ms`,
  },
  {
    id: 'since',
    title: 'Since',
    rank: 2,
    align: 'end',
    width: '5.5rem',
    roomPx: 70,
    isSortable: true,
    text: ({ last_transition_time: at }) => at ?? null,
    cell: ({ last_transition_time: at }) => <Age at={at} />,
  },
]

const idOf = ({ id }: ItemCheck) => id
/** Unhealthy ones come last by the alphabet. */
const worstFirst = { id: 'status', desc: true }

/** The checks that watch an item, those in trouble first. */
export function ItemChecks({ id }: { readonly id: string }) {
  const { data: checks, error, isPending, refetch } = useQuery(itemChecksQuery(id))
  const [{ sorting }, changeTable] = useTableState()
  return (
    <>
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      <DataTable
        label="Checks"
        columns={columns}
        rows={inOrder(checks ?? [], columns, sorting ?? worstFirst, { id: 'name', desc: false })}
        keyOf={idOf}
        loading={isPending && error === null}
        sorting={sorting ?? worstFirst}
        onSort={(next) => changeTable({ sorting: next })}
        empty={
          error === null ? (
            <EmptyState title="No checks watch this item">
              <p>A check whose document selects the item appears here.</p>
            </EmptyState>
          ) : null
        }
      />
    </>
  )
}
