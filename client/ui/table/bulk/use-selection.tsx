import { useRef, useState } from 'react'
import { useIsPhone } from '#client/lib/browser/use-window-width.ts'
import { useIsWall } from '#client/lib/address/use-is-wall.ts'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import type { Bulk } from './bulk.ts'
import './bulk.css'

interface SelectionOptions<R> {
  readonly rows: readonly R[]
  readonly getKey: (row: R) => string
  readonly bulk: Bulk<R> | null | undefined
}

/** Rows that leave the list are not selected any more. Walls and phones select nothing. */
export const useSelection = <R,>({ rows, getKey, bulk }: SelectionOptions<R>) => {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const isPhone = useIsPhone()
  const isWall = useIsWall(window.location.pathname)
  const select = (row: R, isSelected: boolean, isRange: boolean) => {
    const key = getKey(row)
    const at = rows.findIndex((each) => getKey(each) === key)
    const from = isRange ? rows.findIndex((each) => getKey(each) === last.current) : -1
    const range = from === -1 ? [row] : rows.slice(Math.min(from, at), Math.max(from, at) + 1)
    const next = new Set(keys)
    for (const each of range) {
      if (isSelected) next.add(getKey(each))
      else next.delete(getKey(each))
    }
    last.current = key
    setKeys(next)
  }
  const isOffered = bulk != null && bulk.actions.length > 0 && !isPhone && !isWall
  const column: ListColumn<R> = {
    id: 'selection',
    title: '',
    rank: 0,
    width: 40,
    cell: (row) => (
      <input
        type="checkbox"
        className="bulk-box"
        aria-label={`Select ${bulk?.getName(row) ?? ''}`}
        checked={keys.has(getKey(row))}
        onClick={(event) => event.stopPropagation()}
        onChange={({ currentTarget, nativeEvent }) =>
          select(row, currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    ),
  }
  return {
    column: isOffered ? column : null,
    selected: isOffered ? rows.filter((row) => keys.has(getKey(row))) : [],
    setSelected: (chosen: readonly R[]) => setKeys(new Set(chosen.map(getKey))),
  }
}
