import { memo, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { CellHost, HostedCell } from './cell-host.ts'

function DrawnCell<R>({ cell: Cell, row }: Pick<HostedCell<R>, 'cell' | 'row'>) {
  return <Cell row={row} />
}
/** The generic component keeps its type through memo. */
const Drawn = memo(DrawnCell) as typeof DrawnCell

/** Draws every cell of a grid where the grid put it; a cell whose row is the same is not drawn again. */
export function HostedCells<R>({ host }: { readonly host: CellHost<R> }) {
  const cells = useSyncExternalStore(host.subscribe, host.get)
  return cells.map(({ key, element, cell, row }) => createPortal(<Drawn cell={cell} row={row} />, element, key))
}
