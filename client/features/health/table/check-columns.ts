import type { HealthListRow } from '#shared/health/health-list.ts'
import { isCheckOrder } from '#shared/health/check-order.ts'
import type { TableColumn } from '#client/ui/table/table-column.ts'
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

export type CheckColumn = TableColumn<HealthListRow>

/** Only text that changed flashes, not every new result. */
const aboutText = (row: HealthListRow): string => {
  if (row.kind === 'more') return ''
  return row.kind === 'group' ? `${row.roll.unhealthy} of ${row.roll.total}` : summarizeCheck(row).text
}

const columns: CheckColumn[] = [
  { id: 'state', title: 'State', width: 62, rank: 0, cell: StateCell },
  { id: 'name', title: 'Name', flex: 0.6, minWidth: 160, roomPx: 172, maxWidth: 360, rank: 0, cell: NameCell },
  { id: 'severity', title: 'Severity', width: 62, rank: 4, cell: SeverityCell },
  { id: 'type', title: 'Type', width: 66, rank: 8, cell: TypeCell },
  {
    id: 'about',
    title: 'Message or endpoint',
    flex: 2,
    minWidth: 96,
    roomPx: 220,
    rank: 1,
    flashOn: aboutText,
    cell: AboutCell,
  },
  { id: 'since', title: 'Failing since', width: 92, rank: 2, cell: SinceCell },
  { id: 'uptime', title: 'Uptime %', width: 72, rank: 7, cell: UptimeCell },
  { id: 'trend', title: 'Trend', width: 68, rank: 9, cell: TrendCell },
  { id: 'latency', title: 'Latency', width: 70, rank: 6, cell: LatencyCell },
  { id: 'strip', title: 'Last 30', width: 104, rank: 5, cell: StripCell },
  { id: 'age', title: 'Age', width: 52, rank: 3, cell: AgeCell },
  { id: 'silence', title: 'Silenced', isTitleHidden: true, width: 34, rank: 1, cell: SilencedCell },
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
  { id: 'state', title: '', width: 52, rank: 0, cell: StateCell },
  { id: 'check', title: '', flex: 1, rank: 0, cell: PhoneCell },
]
