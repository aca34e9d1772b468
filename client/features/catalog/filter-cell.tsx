import { readFilter, withFilterState, writeFilter, type FilterState } from '#shared/filters/filter-value.ts'
import { changeQuery, writeParam } from '#client/lib/address/query-state.ts'

const narrow = (key: string, value: string, state: FilterState) =>
  changeQuery((params) => {
    params.delete('pageIndex')
    writeParam(params, key, writeFilter(withFilterState(readFilter(params.get(key) ?? ''), value, state)))
  })

interface FilterCellProps {
  readonly filter: string
  readonly value: string
  readonly children?: React.ReactNode
}

export function FilterCell({ filter, value, children }: FilterCellProps) {
  return (
    <button
      type="button"
      className="text-button cut"
      title={`Show only ${value}. Shift-click to exclude it.`}
      onClick={(event) => {
        event.stopPropagation()
        narrow(filter, value, event.shiftKey ? -1 : 1)
      }}
    >
      {children ?? value}
    </button>
  )
}
