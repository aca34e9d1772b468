import { ChevronDown, ChevronUp } from '@blueprintjs/icons'
import type { IHeaderParams } from 'ag-grid-community'
import { useContext, useEffect } from 'react'
import { GridSortContext } from './grid-sort.ts'

interface GridHeadProps extends IHeaderParams {
  readonly isSortable: boolean
  readonly isTitleHidden: boolean
}

const within = (element: Element, selector: string) =>
  element.closest('.ag-root')?.querySelectorAll<HTMLElement>(selector) ?? []

export const focusHead = (cell: Element, columnId: string): boolean => {
  const buttons = [...within(cell, '.grid-sort')]
  const button =
    buttons.find((one) => one.closest('.ag-header-cell')?.getAttribute('col-id') === columnId) ?? buttons[0]
  button?.focus()
  return button !== undefined
}

const handleKey = (event: React.KeyboardEvent<HTMLElement>) => {
  const { key, currentTarget } = event
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (key === 'ArrowDown') within(currentTarget, '.ag-row[row-index="0"] .ag-cell')[0]?.focus()
  else if (step !== undefined) {
    const buttons = [...within(currentTarget, '.grid-sort')]
    buttons[buttons.indexOf(currentTarget) + step]?.focus()
  } else return
  event.preventDefault()
  event.stopPropagation()
}

export function GridHead({ column, displayName, eGridHeader, isSortable, isTitleHidden }: GridHeadProps) {
  const sort = useContext(GridSortContext)
  const id = column.getColId()
  const sorted = sort?.sorting?.id === id ? sort.sorting : null
  const direction = sorted === null ? null : sorted.desc ? 'descending' : 'ascending'
  useEffect(() => {
    if (direction === null) eGridHeader.removeAttribute('aria-sort')
    else eGridHeader.setAttribute('aria-sort', direction)
  }, [eGridHeader, direction])
  if (!isSortable || sort === null)
    return <span className={isTitleHidden ? 'visually-hidden' : 'cut'}>{displayName}</span>
  return (
    <button
      type="button"
      className="grid-sort"
      tabIndex={-1}
      onClick={() => sort.onSort(sorted?.desc ? null : { id, desc: sorted !== null })}
      onKeyDown={handleKey}
    >
      <span className="cut">{displayName}</span>
      {direction === null ? null : direction === 'descending' ? <ChevronDown size={12} /> : <ChevronUp size={12} />}
    </button>
  )
}
