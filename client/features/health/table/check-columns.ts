import type { ColDef } from 'ag-grid-community'
import { checkStateOf } from '#shared/health/check-state.ts'
import type { HealthListRow } from '#shared/health/health-list.ts'
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

type Column = ColDef<HealthListRow>

/** What a flash tells: that the state or the words changed, not that another result came. */
const stateText = (row: HealthListRow | undefined) => {
  if (row === undefined || row.kind === 'more') return ''
  return row.kind === 'group' ? row.roll.state : checkStateOf(row.check)
}
const aboutText = (row: HealthListRow | undefined) => {
  if (row === undefined || row.kind === 'more') return ''
  return row.kind === 'group' ? `${row.roll.unhealthy} of ${row.roll.total}` : aboutOf(row).text
}

const number = { headerClass: 'live-grid-number', cellClass: 'live-grid-number' } as const
const state: Column = {
  colId: 'state',
  headerName: '',
  width: 54,
  cellClass: 'check-state-cell',
  valueGetter: ({ data }) => stateText(data),
  cellRenderer: StateCell,
}
const name: Column = { colId: 'name', headerName: 'Name', width: 196, cellRenderer: NameCell }
const type: Column = { colId: 'type', headerName: 'Type', width: 68, cellRenderer: TypeCell }
const about: Column = {
  colId: 'about',
  headerName: 'Message or endpoint',
  flex: 1,
  minWidth: 96,
  valueGetter: ({ data }) => aboutText(data),
  enableCellChangeFlash: true,
  cellRenderer: AboutCell,
}
const uptime: Column = { ...number, colId: 'uptime', headerName: 'Uptime %', width: 72, cellRenderer: UptimeCell }
const latency: Column = { ...number, colId: 'latency', headerName: 'Latency', width: 126, cellRenderer: LatencyCell }
const strip: Column = { colId: 'strip', headerName: 'Last 30', width: 104, cellRenderer: StripCell }
const age: Column = { ...number, colId: 'age', headerName: 'Age', width: 60, cellRenderer: AgeCell }

const phone: Column = { colId: 'check', headerName: '', flex: 1, cellRenderer: PhoneCell }

const wide = [
  state,
  { ...name, flex: 0.9, maxWidth: 360, minWidth: 196 },
  type,
  { ...about, flex: 1.4 },
  uptime,
  latency,
  strip,
  age,
]
const middle = [state, name, type, about, strip, age]
const narrow = [state, name, type, about, age]
const narrowest = [{ ...state, width: 52 }, phone]

/** The columns that a table of so many pixels has room for; the same array for the same choice. */
export const columnsFor = (width: number): Column[] => {
  if (width <= 480) return narrowest
  if (width <= 640) return narrow
  return width <= 860 ? middle : wide
}
