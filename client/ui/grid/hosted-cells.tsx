import { memo, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { CellHost } from './cell-host.ts'
import { DrawnCell } from './drawn-cell.tsx'

const Drawn = memo(DrawnCell) as typeof DrawnCell

export function HostedCells<R>({ host }: { readonly host: CellHost<R> }) {
  const cells = useSyncExternalStore(host.subscribe, host.get)
  return cells.map(({ key, element, cell, row }) => createPortal(<Drawn cell={cell} row={row} />, element, key))
}
