import type { IHeaderParams } from 'ag-grid-community'
import { useContext, useEffect } from 'react'
import { ColumnEdge } from './column-edge.tsx'
import { GridHeadContext } from './grid-head-context.ts'
import { HeadTitle, toDirection } from './head-title.tsx'
import { readWidthStep } from './width-step.ts'

interface GridHeadProps extends IHeaderParams {
  readonly isSortable: boolean
  readonly isTitleHidden: boolean
}

const within = (element: Element, selector: string) =>
  element.closest('.ag-root')?.querySelectorAll<HTMLElement>(selector) ?? []

export const focusHead = (cell: Element, columnId: string): boolean => {
  const heads = [...within(cell, '.head-title')]
  const head = heads.find((one) => one.closest('.ag-header-cell')?.getAttribute('col-id') === columnId) ?? heads[0]
  head?.focus()
  return head !== undefined
}

const moveFocus = (event: KeyboardEvent, cell: HTMLElement) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (event.key === 'ArrowDown') within(cell, '.ag-row[row-index="0"] .ag-cell')[0]?.focus()
  else if (step !== undefined) {
    const heads = [...within(cell, '.head-title')]
    heads[heads.findIndex((head) => cell.contains(head)) + step]?.focus()
  } else return
  event.preventDefault()
  event.stopPropagation()
}

export function GridHead({ api, column, displayName, eGridHeader, isSortable, isTitleHidden }: GridHeadProps) {
  const { sorting = null, usual, onSort, onResize } = useContext(GridHeadContext)
  const id = column.getColId()
  const direction = toDirection(id, sorting)
  useEffect(() => {
    if (direction === undefined) eGridHeader.removeAttribute('aria-sort')
    else eGridHeader.setAttribute('aria-sort', direction)
  }, [eGridHeader, direction])
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const width = readWidthStep(event, eGridHeader)
      if (width === null) moveFocus(event, eGridHeader)
      else onResize?.(id, width)
    }
    eGridHeader.addEventListener('keydown', handleKey)
    return () => eGridHeader.removeEventListener('keydown', handleKey)
  }, [eGridHeader, id, onResize])
  if (isTitleHidden) return <span className="visually-hidden">{displayName}</span>
  return (
    <>
      <HeadTitle
        id={id}
        title={displayName}
        sorting={sorting}
        usual={usual}
        onSort={isSortable ? onSort : undefined}
        tabIndex={-1}
      />
      {onResize === undefined ? null : (
        <ColumnEdge
          getCell={() => eGridHeader}
          onDraw={(px) => api.setColumnWidths([{ key: column, newWidth: px }])}
          onResize={(px) => onResize(id, px)}
        />
      )}
    </>
  )
}
