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
  { id: 'state', title: '', width: 54, rank: 0, cell: StateCell },
  { id: 'name', title: 'Name', flex: 0.9, minWidth: 160, roomPx: 172, maxWidth: 360, rank: 0, cell: NameCell },
  { id: 'severity', title: 'Severity', width: 66, rank: 4, cell: SeverityCell },
  { id: 'type', title: 'Type', width: 66, rank: 8, cell: TypeCell },
  {
    id: 'about',
    title: 'Message or endpoint',
    flex: 1.4,
    minWidth: 96,
    roomPx: 160,
    rank: 1,
    flashOn: aboutText,
    cell: AboutCell,
  },
  { id: 'since', title: 'Failing since', width: 98, rank: 2, cell: SinceCell },
  { id: 'uptime', title: 'Uptime %', width: 72, rank: 7, cell: UptimeCell },
  { id: 'latency', title: 'Latency', width: 126, rank: 6, cell: LatencyCell },
  { id: 'strip', title: 'Last 30', width: 104, rank: 5, cell: StripCell },
  { id: 'age', title: 'Age', width: 52, rank: 3, cell: AgeCell },
  { id: 'silence', title: '', width: 34, rank: 1, cell: SilencedCell },
]

export const checkTable = 'health'
export const checkColumns: readonly CheckColumn[] = columns.map((column) =>
  Object.assign(column, { isSortable: isCheckOrder(column.id) }),
)
export const checkColumnsPlain = checkColumns.filter(({ id }) => id !== 'severity')
export const checkPhoneColumns: readonly CheckColumn[] = [
  { id: 'state', title: '', width: 52, rank: 0, cell: StateCell },
  { id: 'check', title: '', flex: 1, rank: 0, cell: PhoneCell },
]
