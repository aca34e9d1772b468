import { useRef } from 'react'
import { checkStateOf } from '#shared/health/check-state.ts'
import { sameListRow, type HealthListRow } from '#shared/health/health-list.ts'
import { useElementWidth } from '#client/lib/use-element-width.ts'
import { usePreferences } from '#client/lib/preferences.ts'
import { LiveGrid } from '#client/ui/grid/live-grid.tsx'
import { openCheck } from '#client/features/health/use-health-query.ts'
import { columnsFor } from './check-columns.ts'
import './check-table.css'

interface CheckTableProps {
  readonly rows: readonly HealthListRow[]
  readonly selectedId: string | null
  /** Names what the person chose to see. */
  readonly view: string
  readonly onToggle: (key: string, open: boolean) => void
  readonly onToggleRest: (key: string) => void
}

const phoneWidth = 480
const phoneRowHeight = 48
const rowHeights = { compact: 28, comfortable: 34 } as const

export const listRowId = (row: HealthListRow): string => row.id

const rowClasses: Readonly<Record<string, (row: HealthListRow) => boolean>> = {
  'check-row-group': ({ kind }) => kind === 'group',
  'check-row-stale': (row) => row.kind !== 'more' && row.stale,
  'check-row-bad': (row) => row.kind === 'check' && checkStateOf(row.check) === 'unhealthy',
}

/** The checks as a table, groups among them as rows. Enter opens; the arrows right and left unfold and fold a group. */
export function CheckTable({ rows, selectedId, view, onToggle, onToggleRest }: CheckTableProps) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useElementWidth(frame)
  const rowHeight = usePreferences((preferences) => preferences.rowHeight)
  const isPhone = width <= phoneWidth
  const handleOpen = (row: HealthListRow) => {
    if (row.kind === 'check') openCheck(row.id)
    else if (row.kind === 'group') onToggle(row.key, row.open)
    else onToggleRest(row.key)
  }
  const handleKey = (row: HealthListRow, key: string) => {
    if (row.kind !== 'group' || key !== (row.open ? 'ArrowLeft' : 'ArrowRight')) return false
    onToggle(row.key, row.open)
    return true
  }
  return (
    <div ref={frame} className="check-table">
      {width === 0 ? null : (
        <LiveGrid
          label="Checks"
          rows={rows}
          idOf={listRowId}
          same={sameListRow}
          columns={columnsFor(width)}
          rowHeight={isPhone ? phoneRowHeight : rowHeights[rowHeight]}
          headerHeight={isPhone ? 0 : rowHeights.compact}
          rowClasses={rowClasses}
          selectedId={selectedId}
          view={view}
          onOpen={handleOpen}
          onKey={handleKey}
        />
      )}
    </div>
  )
}
