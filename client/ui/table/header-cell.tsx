import { useRef, type CSSProperties } from 'react'
import { ColumnEdge } from '#client/ui/grid/column-edge.tsx'
import { HeadTitle, toDirection, type HeadOptions } from '#client/ui/grid/head-title.tsx'
import { readWidthStep } from '#client/ui/grid/width-step.ts'
import type { ListColumn } from './list-column.ts'

interface HeaderCellProps extends HeadOptions {
  readonly column: Pick<ListColumn<never>, 'id' | 'title' | 'align' | 'isTitleHidden'>
  readonly style: CSSProperties
}

export function HeaderCell({ column, style, sorting = null, usual, onSort, onResize }: HeaderCellProps) {
  const { id, title, align, isTitleHidden = false } = column
  const cell = useRef<HTMLTableCellElement>(null)
  return (
    <th
      ref={cell}
      scope="col"
      data-align={align}
      aria-sort={toDirection(id, sorting)}
      style={style}
      onKeyDown={(event) => {
        const width = onResize === undefined ? null : readWidthStep(event, event.currentTarget)
        if (width !== null) onResize?.(id, width)
      }}
    >
      {isTitleHidden ? (
        <span className="visually-hidden">{title}</span>
      ) : (
        <HeadTitle id={id} title={title} sorting={sorting} usual={usual} onSort={onSort} />
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
