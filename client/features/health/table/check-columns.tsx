import type { HealthListRow } from '#shared/health/health-list.ts'
import { isCheckOrder } from '#shared/health/check-order.ts'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { summarizeCheck } from './check-summary.ts'
import {
  AboutCell,
  AgeCell,
  LatencyCell,
  NameCell,
  PhoneCell,
  SeverityCell,
  SilencedCell,
  SinceCell,
  StateCell,
  StripCell,
  TrendCell,
  TypeCell,
  UptimeCell,
} from './check-cells.tsx'

export type CheckColumn = ListColumn<HealthListRow>

/** Only text that changed flashes, not every new result. */
const aboutText = (row: HealthListRow): string => {
  if (row.kind === 'more') return ''
  return row.kind === 'group' ? `${row.roll.unhealthy} of ${row.roll.total}` : summarizeCheck(row).text
}

const columns: CheckColumn[] = [
  { id: 'state', title: 'State', width: 62, rank: 0, cell: (row) => <StateCell row={row} /> },
  {
    id: 'name',
    title: 'Name',
    flex: 0.6,
    minWidth: 172,
    maxWidth: 360,
    rank: 0,
    cell: (row) => <NameCell row={row} />,
  },
  { id: 'severity', title: 'Severity', width: 62, rank: 4, cell: (row) => <SeverityCell row={row} /> },
  { id: 'type', title: 'Type', width: 66, rank: 8, cell: (row) => <TypeCell row={row} /> },
  {
    id: 'about',
    title: 'Message or endpoint',
    flex: 2,
    minWidth: 220,
    rank: 1,
    flashOn: aboutText,
    cell: (row) => <AboutCell row={row} />,
  },
  { id: 'since', title: 'Failing since', align: 'end', width: 92, rank: 2, cell: (row) => <SinceCell row={row} /> },
  { id: 'uptime', title: 'Uptime %', align: 'end', width: 72, rank: 7, cell: (row) => <UptimeCell row={row} /> },
  { id: 'trend', title: 'Trend', width: 68, rank: 9, cell: (row) => <TrendCell row={row} /> },
  { id: 'latency', title: 'Latency', align: 'end', width: 70, rank: 6, cell: (row) => <LatencyCell row={row} /> },
  { id: 'strip', title: 'Last 30', align: 'end', width: 104, rank: 5, cell: (row) => <StripCell row={row} /> },
  { id: 'age', title: 'Age', align: 'end', width: 52, rank: 3, cell: (row) => <AgeCell row={row} /> },
  {
    id: 'silence',
    title: 'Silenced',
    isTitleHidden: true,
    width: 34,
    rank: 2,
    hasState: true,
    cell: (row) => <SilencedCell row={row} />,
  },
]

export const checkTable = 'health'

const sortable = columns.map((column) => Object.assign(column, { isSortable: isCheckOrder(column.id) }))
const withoutSeverity = (all: readonly CheckColumn[]) => all.filter(({ id }) => id !== 'severity')

/** Room for the header. With few results yet, the width of the strip goes to the message. */
const shortStripPx = 54
const shortStripMost = 12
const shortStrip = sortable.map((column) => (column.id === 'strip' ? { ...column, width: shortStripPx } : column))
const choices = {
  long: { all: sortable, plain: withoutSeverity(sortable) },
  short: { all: shortStrip, plain: withoutSeverity(shortStrip) },
} as const

const countResults = (row: HealthListRow): number => {
  if (row.kind === 'more') return 0
  return row.kind === 'group' ? row.roll.recent.length : row.check.recent.length
}

/** Returns one of four arrays, because a new array redraws every cell. */
export const chooseCheckColumns = (
  rows: readonly HealthListRow[],
  { hasSeverities }: { readonly hasSeverities: boolean },
): readonly CheckColumn[] => {
  const { all, plain } = choices[rows.every((row) => countResults(row) <= shortStripMost) ? 'short' : 'long']
  return hasSeverities ? all : plain
}

export const checkPhoneColumns: readonly CheckColumn[] = [
  { id: 'state', title: '', width: 52, rank: 0, cell: (row) => <StateCell row={row} /> },
  { id: 'check', title: '', flex: 1, rank: 0, cell: (row) => <PhoneCell row={row} /> },
]
