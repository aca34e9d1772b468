import { readFilter, withFilterState, writeFilter, type FilterState } from '#shared/filters/filter-value.ts'
import { changeQuery } from '#client/lib/address/query-state.ts'
import './filter-cell.css'

/** One more value of a filter of the address is shown, or left out, from the first page on. */
const narrow = (key: string, value: string, state: FilterState) =>
  changeQuery((params) => {
    const written = writeFilter(withFilterState(readFilter(params.get(key) ?? ''), value, state))
    params.delete('pageIndex')
    if (written === '') params.delete(key)
    else params.set(key, written)
  })

interface FilterCellProps {
  /** The filter of the address that the value is one of. */
  readonly filter: string
  readonly value: string
  /** What is shown, where it is not the value itself. */
  readonly children?: React.ReactNode
}

/** A value that the list is narrowed by with a click, and that is left out with Shift and a click. */
export function FilterCell({ filter, value, children }: FilterCellProps) {
  return (
    <button
      type="button"
      className="cell-filter cut"
      title={`Show only ${value}. Shift and click leaves it out.`}
      onClick={(event) => {
        event.stopPropagation()
        narrow(filter, value, event.shiftKey ? -1 : 1)
      }}
    >
      {children ?? value}
    </button>
  )
}
