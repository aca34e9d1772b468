import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { z } from 'zod'
import { formatCount } from '#shared/primitives/format-count.ts'
import { listColumns } from '#shared/primitives/row-values.ts'
import { listRows } from '#client/api/data-api.ts'
import { catalogKey, listedItemSchema, type ConfigItem } from '#client/features/catalog/catalog-api.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { StatusDot } from '#client/ui/status-dot.tsx'
import { plainColumn } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { ListFrame } from '#client/ui/table/list-frame.tsx'
import { queryReading } from '#client/ui/table/list-reading.tsx'
import { useWholeList } from '#client/ui/table/list-source.ts'

const insideSchema = listedItemSchema.pick({
  id: true,
  name: true,
  type: true,
  health: true,
  cost_per_minute: true,
  cost_total_1d: true,
  cost_total_30d: true,
})
type InsideItem = z.infer<typeof insideSchema>

const shownMax = 100

const insideQuery = (id: string) =>
  queryOptions({
    queryKey: [...catalogKey, 'costs inside', id],
    queryFn: async ({ signal }) => {
      const query = {
        select: listColumns(insideSchema),
        path: `like.*${id}*`,
        deleted_at: 'is.null',
        or: '(cost_total_30d.gt.0,cost_total_1d.gt.0,cost_per_minute.gt.0)',
        order: 'cost_total_30d.desc.nullslast,cost_total_1d.desc.nullslast,cost_per_minute.desc.nullslast,id.asc',
        limit: shownMax,
      }
      return listRows('configs', { row: insideSchema, query, signal })
    },
  })

const createFormat = (digits: number) =>
  new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: digits })
const [money, fineMoney] = [createFormat(2), createFormat(6)]
const amount = (cost: number | null, format = money) =>
  cost === null ? <span className="faint">–</span> : format.format(cost)

interface OwnCost {
  readonly span: string
  readonly cost: number
  readonly format: Intl.NumberFormat
}

const ownCosts = (item: ConfigItem): readonly OwnCost[] =>
  (
    [
      ['per minute', item.cost_per_minute, fineMoney],
      ['1 day', item.cost_total_1d, money],
      ['7 days', item.cost_total_7d, money],
      ['30 days', item.cost_total_30d, money],
    ] as const
  ).flatMap(([span, cost, format]) => (cost === null ? [] : [{ span, cost, format }]))

const columns: readonly ListColumn<InsideItem>[] = [
  {
    id: 'name',
    title: 'Name',
    rank: 0,
    minWidth: 180,
    text: ({ id, name }) => name ?? id,
    cell: ({ id, name, health }) => (
      <span className="catalog-name">
        <StatusDot status={health} none="no health" />
        <Link className="cut" href={linkTo(routes.configItemCosts, { id })}>
          {name ?? id}
        </Link>
      </span>
    ),
  },
  plainColumn(({ type }) => type, { id: 'type', title: 'Type', rank: 3, minWidth: 150, className: 'dim' }),
  {
    id: 'minute',
    title: 'per minute',
    rank: 4,
    align: 'end',
    width: 112,
    text: ({ cost_per_minute: cost }) => cost,
    cell: ({ cost_per_minute: cost }) => amount(cost, fineMoney),
  },
  {
    id: 'day',
    title: '1 day',
    rank: 2,
    align: 'end',
    width: 112,
    text: ({ cost_total_1d: cost }) => cost,
    cell: ({ cost_total_1d: cost }) => amount(cost),
  },
  {
    id: 'month',
    title: '30 days',
    rank: 1,
    align: 'end',
    width: 112,
    text: ({ cost_total_30d: cost }) => cost,
    cell: ({ cost_total_30d: cost }) => amount(cost),
  },
]
const getId = ({ id }: InsideItem) => id
const none: readonly InsideItem[] = []

const formatFact = (rows: readonly InsideItem[], total: number | null): string => {
  if (total !== null && total > rows.length) return `${rows.length} most expensive of ${formatCount(total)}`
  const sum = rows.reduce((all, { cost_total_30d: cost }) => all + (cost ?? 0), 0)
  return `${formatCount(rows.length, 'item')}${sum > 0 ? `, ${money.format(sum)} in 30 days` : ''}`
}

export function ItemCosts({ item }: { readonly item: ConfigItem }) {
  const query = useQuery(insideQuery(item.id))
  const inside = query.data
  const own = ownCosts(item)
  const rows = inside?.rows ?? none
  const source = useWholeList({ reading: queryReading(query), columns, rows })
  if (own.length === 0 && inside !== undefined && rows.length === 0)
    return (
      <EmptyState title="No cost data">
        <p>
          A scraper that collects costs sets these fields: <code>costPerMinute</code>, <code>costTotal1d</code>,{' '}
          <code>costTotal7d</code>, or <code>costTotal30d</code>.
        </p>
      </EmptyState>
    )
  return (
    <>
      {own.length === 0 ? null : (
        <dl className="item-costs tabular" aria-label="Costs of the item">
          {own.map(({ span, cost, format }) => (
            <div key={span}>
              <dt>{span}</dt>
              <dd>{format.format(cost)}</dd>
            </div>
          ))}
        </dl>
      )}
      {inside !== undefined && rows.length === 0 ? null : (
        <>
          <h3 className="item-costs-inside">Contained items</h3>
          <ListFrame
            table="costs-inside"
            label="Costs of contained items"
            source={source}
            getKey={getId}
            facts={inside === undefined ? [] : [formatFact(rows, inside.total)]}
            nothing={null}
          />
        </>
      )}
    </>
  )
}
