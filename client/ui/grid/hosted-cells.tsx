import { memo, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { CellBoundary } from '#client/ui/feedback/part-boundary.tsx'
import type { CellHost, HostedCell } from './cell-host.ts'

function DrawnCell<R>({ cell: Cell, row }: Pick<HostedCell<R>, 'cell' | 'row'>) {
  return (
    <CellBoundary resetOn={row}>
      <Cell row={row} />
    </CellBoundary>
  )
}
const Drawn = memo(DrawnCell) as typeof DrawnCell

export function HostedCells<R>({ host }: { readonly host: CellHost<R> }) {
  const cells = useSyncExternalStore(host.subscribe, host.get)
  return cells.map(({ key, element, cell, row }) => createPortal(<Drawn cell={cell} row={row} />, element, key))
}
