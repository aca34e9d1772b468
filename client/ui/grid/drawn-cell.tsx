import { CellBoundary } from '#client/ui/feedback/part-boundary.tsx'
import type { GridColumn } from './grid-column.ts'

interface DrawnCellProps<R> extends Pick<GridColumn<R>, 'cell'> {
  readonly row: R
}

function Content<R>({ cell, row }: DrawnCellProps<R>) {
  return cell(row)
}

export function DrawnCell<R>({ cell, row }: DrawnCellProps<R>) {
  return (
    <CellBoundary resetOn={row}>
      <Content cell={cell} row={row} />
    </CellBoundary>
  )
}
