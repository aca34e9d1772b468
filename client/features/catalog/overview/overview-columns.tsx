import { ChevronDown, ChevronRight, Star, StarEmpty } from '@blueprintjs/icons'
import { Link } from 'wouter'
import { writeFilter } from '#shared/filters/filter-value.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { CountBars } from '#client/ui/charts/count-bars.tsx'
import { StatusDot } from '#client/ui/status-dot.tsx'
import { countCell } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { worstHealth, type GroupRow, type OverviewRow } from './overview-rows.ts'

interface Acts {
  readonly groupBy: string
  readonly onFold: (row: GroupRow) => void
  readonly onFavourite: (row: GroupRow) => void
}

const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const cost = (amount: number | null | undefined) => (amount ? money.format(amount) : <span className="faint">–</span>)
const sum = (counts: Readonly<Record<string, number>> | null | undefined) =>
  Object.values(counts ?? {}).reduce((total, each) => total + each, 0)

const toListHref = (groupBy: string, { name }: GroupRow): string | undefined => {
  if (name === null) return undefined
  const filter = groupBy === 'type' ? { type: name } : { tags: `${groupBy}=${name}` }
  const [[key, value] = ['', '']] = Object.entries(filter)
  return `${routes.catalog}?${new URLSearchParams({ [key]: writeFilter(new Map([[value, 1]])) }).toString()}`
}

function GroupName({ name }: { readonly name: string | null }) {
  if (name === null) return <span className="faint">none</span>
  const at = name.indexOf('::')
  if (at === -1) return <b>{name}</b>
  return (
    <>
      <span className="dim catalog-family">{name.slice(0, at + 2)}</span>
      <b>{name.slice(at + 2)}</b>
    </>
  )
}

function GroupHealth({ row: { group } }: { readonly row: GroupRow }) {
  const { health, count: total } = group
  const [unhealthy = 0, warning = 0] = [health?.['unhealthy'], health?.['warning']]
  if (sum(health) === 0) return <span className="faint">no health</span>
  if (unhealthy === 0 && warning === 0) {
    const word = (health?.['healthy'] ?? 0) > 0 ? 'healthy' : 'unknown'
    return <span className="dim">{`${formatCount(health?.[word] ?? 0)} ${word}`}</span>
  }
  return (
    <span>
      {unhealthy > 0 ? (
        <>
          <b className="bad-text">
            {formatCount(unhealthy)} of {formatCount(total)}
          </b>{' '}
          unhealthy
        </>
      ) : null}
      {unhealthy > 0 && warning > 0 ? ', ' : null}
      {warning > 0 ? (
        <span className="warn-text">
          {unhealthy > 0 ? formatCount(warning) : `${formatCount(warning)} of ${formatCount(total)}`} warning
        </span>
      ) : null}
    </span>
  )
}

function Group({ row, acts: { groupBy, onFold } }: { readonly row: GroupRow; readonly acts: Acts }) {
  const href = toListHref(groupBy, row)
  return (
    <span className="catalog-name">
      <Button
        look="minimal"
        small
        icon={row.isOpen ? <ChevronDown size={12} /> : <ChevronRight size={12} />}
        aria-label={`${row.isOpen ? 'Collapse' : 'Expand'} ${row.name ?? 'items without a value'}`}
        aria-expanded={row.isOpen}
        onClick={() => onFold(row)}
      />
      <StatusDot status={worstHealth(row.group)} none="no health" />
      {href === undefined ? (
        <GroupName name={row.name} />
      ) : (
        <Link className="cut" href={href}>
          <GroupName name={row.name} />
        </Link>
      )}
    </span>
  )
}

function Name({ row, acts }: { readonly row: OverviewRow; readonly acts: Acts }) {
  if (row.kind === 'group') return <Group row={row} acts={acts} />
  if (row.kind === 'item')
    return (
      <span className="catalog-name catalog-below">
        <StatusDot status={row.item.health} none="no health" />
        <Link className="cut" href={linkTo(routes.configItem, { id: row.item.id })}>
          {row.item.name ?? row.item.id}
        </Link>
      </span>
    )
  const href = toListHref(acts.groupBy, row.of)
  const label = [formatCount(row.count), ...(row.count === row.of.group.count ? [] : ['more'])].join(' ')
  return (
    <span className="catalog-name catalog-more">
      {href === undefined ? (
        <span className="dim">{label}</span>
      ) : (
        <Link className="cut dim" href={href}>
          Show {label}
        </Link>
      )}
    </span>
  )
}

function Changes({ row: { group } }: { readonly row: GroupRow }) {
  return (
    <span className="catalog-changes">
      {group.changes && group.changes_over_time ? <CountBars counts={group.changes_over_time} /> : null}
      <span>{countCell(group.changes)}</span>
    </span>
  )
}

const ofGroup =
  <T,>(read: (row: GroupRow) => T) =>
  (row: OverviewRow): T | null =>
    row.kind === 'group' ? read(row) : null

const plainColumns: readonly ListColumn<OverviewRow>[] = [
  {
    id: 'health',
    title: 'Health',
    rank: 1,
    minWidth: 180,
    flex: 1.2,
    text: ofGroup(({ group }) =>
      Object.entries(group.health ?? {})
        .map(([state, total]) => `${total} ${state}`)
        .join(', '),
    ),
    cell: (row) => {
      if (row.kind === 'group') return <GroupHealth row={row} />
      if (row.kind === 'more') return <span className="dim">{row.healths}</span>
      const { health, status } = row.item
      return <span className={health === 'unhealthy' ? 'bad-text' : 'warn-text'}>{status ?? health}</span>
    },
  },
  {
    id: 'items',
    title: 'Items',
    rank: 2,
    align: 'end',
    width: 80,
    isSortable: true,
    text: ofGroup(({ group }) => group.count),
    cell: (row) => (row.kind === 'group' ? countCell(row.group.count) : null),
  },
  {
    id: 'changes',
    title: 'Changes 30d',
    rank: 3,
    align: 'end',
    width: 144,
    isSortable: true,
    text: ofGroup(({ group }) => group.changes ?? 0),
    cell: (row) => (row.kind === 'group' ? <Changes row={row} /> : null),
  },
  {
    id: 'insights',
    title: 'Insights',
    rank: 4,
    align: 'end',
    width: 88,
    isSortable: true,
    text: ofGroup(({ group }) => sum(group.analysis)),
    cell: (row) => {
      if (row.kind === 'more') return null
      return countCell(sum(row.kind === 'group' ? row.group.analysis : row.item.analysis))
    },
  },
  {
    id: 'cost',
    title: 'Cost 30d',
    rank: 6,
    align: 'end',
    width: 104,
    isSortable: true,
    text: ofGroup(({ group }) => group.cost_30d ?? null),
    cell: (row) => {
      if (row.kind === 'more') return null
      return cost(row.kind === 'group' ? row.group.cost_30d : row.item.cost_total_30d)
    },
  },
  {
    id: 'updated',
    title: 'Updated',
    rank: 5,
    align: 'end',
    width: 88,
    isSortable: true,
    text: ofGroup(({ group }) => group.updated_at ?? null),
    cell: (row) => {
      if (row.kind === 'more') return null
      return <Age at={row.kind === 'group' ? row.group.updated_at : (row.item.updated_at ?? row.item.created_at)} />
    },
  },
]

export const overviewColumns = (acts: Acts): readonly ListColumn<OverviewRow>[] => [
  {
    id: 'name',
    title: acts.groupBy === 'type' ? 'Type, name' : `${acts.groupBy}, name`,
    rank: 0,
    minWidth: 170,
    isSortable: true,
    text: ofGroup(({ name }) => name),
    cell: (row) => <Name row={row} acts={acts} />,
  },
  ...plainColumns,
  {
    id: 'favourite',
    title: '',
    rank: 7,
    align: 'end',
    width: 48,
    cell: (row) =>
      row.kind === 'group' && row.name !== null ? (
        <Button
          look="minimal"
          small
          icon={row.isFavourite ? <Star size={14} /> : <StarEmpty size={14} />}
          aria-label={`Favourite ${row.name}`}
          aria-pressed={row.isFavourite}
          onClick={() => acts.onFavourite(row)}
        />
      ) : null,
  },
]
