import type { HealthListRow } from '#shared/health/health-list.ts'
import type { GridColumn } from '#client/ui/grid/grid-column.ts'
import { aboutOf } from './about-of.ts'
import {
  AboutCell,
  AgeCell,
  LatencyCell,
  NameCell,
  PhoneCell,
  StateCell,
  StripCell,
  TypeCell,
  UptimeCell,
} from './check-cells.tsx'

type Column = GridColumn<HealthListRow>

/** What a flash tells: that the words changed, not that another result came. */
const aboutText = (row: HealthListRow): string => {
  if (row.kind === 'more') return ''
  return row.kind === 'group' ? `${row.roll.unhealthy} of ${row.roll.total}` : aboutOf(row).text
}

const state: Column = { id: 'state', title: '', width: 54, cell: StateCell }
const name: Column = { id: 'name', title: 'Name', width: 196, cell: NameCell }
const type: Column = { id: 'type', title: 'Type', width: 68, cell: TypeCell }
const about: Column = {
  id: 'about',
  title: 'Message or endpoint',
  flex: 1,
  minWidth: 96,
  flashOn: aboutText,
  cell: AboutCell,
}
const uptime: Column = { id: 'uptime', title: 'Uptime %', width: 72, cell: UptimeCell }
const latency: Column = { id: 'latency', title: 'Latency', width: 126, cell: LatencyCell }
const strip: Column = { id: 'strip', title: 'Last 30', width: 104, cell: StripCell }
const age: Column = { id: 'age', title: 'Age', width: 52, cell: AgeCell }
const phone: Column = { id: 'check', title: '', flex: 1, cell: PhoneCell }

const wideName: Column = { id: 'name', title: 'Name', flex: 0.9, minWidth: 196, maxWidth: 360, cell: NameCell }
const wide = [state, wideName, type, { ...about, flex: 1.4 }, uptime, latency, strip, age]
const middle = [state, name, type, about, strip, age]
const narrow = [state, name, type, about, age]
const narrowest = [{ ...state, width: 52 }, phone]

/** The columns that a table of so many pixels has room for; the same array for the same choice. */
export const columnsFor = (width: number): readonly Column[] => {
  if (width <= 480) return narrowest
  if (width <= 640) return narrow
  return width <= 860 ? middle : wide
}
