import { Link } from 'wouter'
import { SilenceCell } from '#client/domain/notifications/silence-cell.tsx'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { sortTags } from '#client/lib/text/sort-tags.ts'
import { Age } from '#client/ui/age.tsx'
import { StatusDot } from '#client/ui/status-dot.tsx'
import { ageColumn, countCell } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { Tag } from '#client/ui/tag.tsx'
import type { ListedItem } from './catalog-api.ts'
import { FilterCell } from './filter-cell.tsx'

const createMoneyFormat = (digits: number) =>
  new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
const [money, fineMoney] = [createMoneyFormat(2), createMoneyFormat(4)]
const countInsights = ({ analysis }: ListedItem) => Object.values(analysis ?? {}).reduce((sum, each) => sum + each, 0)
const listTags = ({ tags }: ListedItem) => sortTags(tags)
const tagsShown = 3

const costColumn = (
  column: Pick<ListColumn<ListedItem>, 'id' | 'title' | 'rank' | 'isSortable'>,
  getCost: (item: ListedItem) => number | null,
  format = money,
): ListColumn<ListedItem> => ({
  ...column,
  align: 'end',
  width: 96,
  isOptional: true,
  text: getCost,
  cell: (item) => {
    const cost = getCost(item)
    return cost ? format.format(cost) : <span className="faint">–</span>
  },
})

export const itemColumns: readonly ListColumn<ListedItem>[] = [
  {
    id: 'name',
    title: 'Name',
    rank: 0,
    minWidth: 200,
    isSortable: true,
    text: ({ name, id }) => name ?? id,
    cell: ({ id, name, health, deleted_at: deletedAt }) => (
      <span className="catalog-name" data-deleted={deletedAt === null ? undefined : ''}>
        <StatusDot status={health} none="no health" />
        <Link className="cut" href={linkTo(routes.configItem, { id })}>
          {name ?? id}
        </Link>
        {deletedAt === null ? null : <Tag tone="outline">deleted</Tag>}
      </span>
    ),
  },
  {
    id: 'type',
    title: 'Type',
    rank: 2,
    minWidth: 170,
    isSortable: true,
    text: ({ type }) => type,
    cell: ({ type }) =>
      type === null ? null : (
        <span className="dim cut">
          <FilterCell filter="type" value={type} />
        </span>
      ),
  },
  {
    id: 'health',
    title: 'Health',
    rank: 6,
    width: 104,
    isSortable: true,
    isOptional: true,
    text: ({ health }) => health,
    cell: ({ health }) => (health === null ? null : <FilterCell filter="health" value={health} />),
  },
  {
    id: 'status',
    title: 'Status',
    rank: 1,
    width: 144,
    isSortable: true,
    text: ({ status }) => status,
    cell: ({ status }) => (status === null ? null : <FilterCell filter="status" value={status} />),
  },
  {
    id: 'tags',
    title: 'Tags',
    rank: 7,
    minWidth: 220,
    text: (item) =>
      listTags(item)
        .map(({ key, value }) => `${key}=${value}`)
        .join(' ') || null,
    cell: (item) => (
      <span className="catalog-tags">
        {listTags(item)
          .slice(0, tagsShown)
          .map(({ key, value }) => (
            <FilterCell key={key} filter="tags" value={`${key}=${value}`}>
              <Tag title={`${key}: ${value}`}>{value}</Tag>
            </FilterCell>
          ))}
      </span>
    ),
  },
  {
    id: 'changes',
    title: 'Changes 7d',
    rank: 3,
    align: 'end',
    width: 104,
    isSortable: true,
    text: ({ changes }) => changes ?? 0,
    cell: ({ changes }) => countCell(changes),
  },
  {
    id: 'insights',
    title: 'Insights',
    rank: 5,
    align: 'end',
    width: 88,
    text: countInsights,
    cell: (item) => countCell(countInsights(item)),
  },
  costColumn(
    { id: 'costMinute', title: 'Cost/min', rank: 11, isSortable: true },
    ({ cost_per_minute: cost }) => cost,
    fineMoney,
  ),
  costColumn({ id: 'costDay', title: 'Cost 1d', rank: 10, isSortable: true }, ({ cost_total_1d: cost }) => cost),
  costColumn({ id: 'costWeek', title: 'Cost 7d', rank: 9 }, ({ cost_total_7d: cost }) => cost),
  costColumn({ id: 'cost', title: 'Cost 30d', rank: 8, isSortable: true }, ({ cost_total_30d: cost }) => cost),
  {
    id: 'updated',
    title: 'Updated',
    rank: 4,
    align: 'end',
    width: 88,
    isSortable: true,
    text: ({ updated_at: at, created_at: created }) => at ?? created,
    cell: ({ updated_at: at, created_at: created }) => <Age at={at ?? created} />,
  },
  ageColumn(({ created_at: at }) => at, {
    id: 'created',
    title: 'Created',
    rank: 11,
    width: 88,
    isOptional: true,
  }),
  ageColumn(({ deleted_at: at }) => at, {
    id: 'deleted_at',
    title: 'Deleted At',
    rank: 12,
    width: 96,
    isOptional: true,
  }),
  {
    id: 'silence',
    title: '',
    rank: 1,
    width: 48,
    hasState: true,
    cell: ({ id, name }) => <SilenceCell target={{ kind: 'config', id, name: name ?? id }} />,
  },
]
