import { ChevronDown, ChevronUp } from '@blueprintjs/icons'
import type { Sorting } from '#client/lib/address/table-state.ts'
import './head-title.css'

/** Ascending, descending, default. Null is the default order, `usual` if the list has one by a column. */
export const nextSorting = (id: string, sorting: Sorting | null, usual: Sorting | null): Sorting | null => {
  const next = sorting?.id !== id ? { id, desc: false } : sorting.desc ? null : { id, desc: true }
  if (next === null) return usual?.id === id && usual.desc ? { id, desc: false } : null
  return usual?.id === id && usual.desc === next.desc ? null : next
}

type SortDirection = 'ascending' | 'descending'

export const toDirection = (id: string, sorting: Sorting | null): SortDirection | undefined =>
  sorting?.id !== id ? undefined : sorting.desc ? 'descending' : 'ascending'

export interface HeadOptions {
  readonly sorting?: Sorting | null | undefined
  /** The order without a chosen one. */
  readonly usual?: Sorting | null | undefined
  readonly onSort?: ((sorting: Sorting | null) => void) | undefined
  /** Null brings the default width back. */
  readonly onResize?: ((id: string, px: number | null) => void) | undefined
}

interface HeadTitleProps extends Omit<HeadOptions, 'onResize'> {
  readonly id: string
  readonly title: string
  readonly tabIndex?: number
}

export function HeadTitle({ id, title, sorting = null, usual = null, onSort, tabIndex }: HeadTitleProps) {
  const direction = toDirection(id, sorting)
  const text = <span className="cut">{title}</span>
  if (onSort === undefined) {
    return (
      <span className="head-title" tabIndex={tabIndex}>
        {text}
      </span>
    )
  }
  return (
    <button
      type="button"
      className="head-title"
      tabIndex={tabIndex}
      onClick={() => onSort(nextSorting(id, sorting, usual))}
    >
      {text}
      {direction === undefined ? null : direction === 'descending' ? (
        <ChevronDown size={12} />
      ) : (
        <ChevronUp size={12} />
      )}
    </button>
  )
}
