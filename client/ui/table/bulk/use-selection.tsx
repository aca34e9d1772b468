import { createContext, use, useMemo, useRef, useState } from 'react'
import { useIsPhone } from '#client/lib/browser/use-window-width.ts'
import { useIsWall } from '#client/lib/address/use-is-wall.ts'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import type { Bulk } from './bulk.ts'
import './bulk.css'

interface Selection {
  readonly keys: ReadonlySet<string>
  readonly select: (row: unknown, isSelected: boolean, isRange: boolean) => void
}

export const SelectionContext = createContext<Selection | null>(null)

interface BoxProps {
  readonly id: string
  readonly name: string
  readonly row: unknown
  readonly isTabStop: boolean
}

function Box({ id, name, row, isTabStop }: BoxProps) {
  const selection = use(SelectionContext)
  return (
    <input
      type="checkbox"
      className="bulk-box"
      tabIndex={isTabStop ? undefined : -1}
      aria-label={`Select ${name}`}
      checked={selection?.keys.has(id) ?? false}
      onClick={(event) => event.stopPropagation()}
      onChange={({ currentTarget, nativeEvent }) =>
        selection?.select(row, currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  )
}

interface SelectionOptions<R> {
  readonly rows: readonly R[]
  readonly getKey: (row: R) => string
  readonly bulk: Bulk<R> | null | undefined
  readonly isSelectable?: (row: R) => boolean
  /** A grid has one tab stop; Space selects its focused row. */
  readonly isOneTabStop?: boolean
}

const isAny = () => true

/** Rows that leave the list are not selected any more. Walls and phones select nothing. */
export const useSelection = <R,>({
  rows,
  getKey,
  bulk,
  isSelectable = isAny,
  isOneTabStop = false,
}: SelectionOptions<R>) => {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const isPhone = useIsPhone()
  const isWall = useIsWall(window.location.pathname)
  const select = (row: R, isSelected: boolean, isRange: boolean) => {
    const key = getKey(row)
    const at = rows.findIndex((each) => getKey(each) === key)
    const from = isRange ? rows.findIndex((each) => getKey(each) === last.current) : -1
    const range = from === -1 ? [row] : rows.slice(Math.min(from, at), Math.max(from, at) + 1).filter(isSelectable)
    const next = new Set(keys)
    for (const each of range) {
      if (isSelected) next.add(getKey(each))
      else next.delete(getKey(each))
    }
    last.current = key
    setKeys(next)
  }
  const isOffered = bulk != null && bulk.actions.length > 0 && !isPhone && !isWall
  const getName = bulk?.getName
  const column = useMemo<ListColumn<R>>(
    () => ({
      id: 'selection',
      title: 'Selection',
      isTitleHidden: true,
      rank: 0,
      width: 40,
      cell: (row) =>
        isSelectable(row) ? (
          <Box id={getKey(row)} name={getName?.(row) ?? ''} row={row} isTabStop={!isOneTabStop} />
        ) : null,
    }),
    [getKey, getName, isSelectable, isOneTabStop],
  )
  const context: Selection = { keys, select: (row, isSelected, isRange) => select(row as R, isSelected, isRange) }
  return {
    /** Of the boxes; the column stays the same while rows are selected, so that a grid redraws only them. */
    context,
    column: isOffered ? column : null,
    selected: isOffered ? rows.filter((row) => keys.has(getKey(row))) : [],
    setSelected: (chosen: readonly R[]) => setKeys(new Set(chosen.map(getKey))),
  }
}
