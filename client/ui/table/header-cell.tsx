import { ChevronDown, ChevronUp } from '@blueprintjs/icons'
import { useRef, type CSSProperties } from 'react'
import type { Sorting } from '#client/lib/address/table-state.ts'
import { ColumnEdge } from '#client/ui/grid/column-edge.tsx'
import { readWidthStep } from '#client/ui/grid/width-step.ts'

interface HeaderCellProps {
  readonly column: { readonly id: string; readonly title: string; readonly align?: 'start' | 'end' | undefined }
  readonly style: CSSProperties
  readonly sorting: Sorting | null | undefined
  readonly onSort: ((sorting: Sorting) => void) | undefined
  readonly onResize: ((id: string, px: number | null) => void) | undefined
}

export function HeaderCell({ column: { id, title, align }, style, sorting, onSort, onResize }: HeaderCellProps) {
  const cell = useRef<HTMLTableCellElement>(null)
  const sorted = sorting?.id === id ? sorting : null
  return (
    <th
      ref={cell}
      scope="col"
      data-align={align}
      aria-sort={sorted === null ? undefined : sorted.desc ? 'descending' : 'ascending'}
      style={style}
      onKeyDown={(event) => {
        const width = onResize === undefined ? null : readWidthStep(event, event.currentTarget)
        if (width !== null) onResize?.(id, width)
      }}
    >
      {onSort === undefined ? (
        title
      ) : (
        <button
          type="button"
          className="data-table-sort"
          onClick={() => onSort({ id, desc: sorted !== null && !sorted.desc })}
        >
          {title}
          {sorted === null ? null : sorted.desc ? <ChevronDown size={12} /> : <ChevronUp size={12} />}
        </button>
      )}
      {onResize === undefined ? null : (
        <ColumnEdge
          getCell={() => cell.current}
          onDraw={(px) => cell.current?.style.setProperty('width', `${px}px`)}
          onResize={(px) => onResize(id, px)}
        />
      )}
    </th>
  )
}
