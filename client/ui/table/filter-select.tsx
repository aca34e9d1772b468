import { ChevronDown } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import { withFilterState, type FilterValue } from '#shared/filters/filter-value.ts'
import { Button } from '#client/ui/button.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { TriState } from '#client/ui/form/tri-state.tsx'
import './filter-select.css'

interface FilterOption {
  readonly value: string
  readonly count?: number
}

interface FilterSelectProps {
  readonly label: string
  /** Undefined until they are loaded. */
  readonly options: readonly FilterOption[] | undefined
  readonly filter: FilterValue
  readonly onChange: (filter: FilterValue) => void
  readonly labelHidden?: boolean
  readonly summary?: string
  readonly onApproach?: (() => void) | undefined
}

const shownMax = 200

const summariseFilter = (filter: FilterValue, options: readonly FilterOption[] | undefined): string => {
  const included = [...filter.values()].filter((state) => state === 1).length
  const excluded = filter.size - included
  if (included === 0 && excluded === 0) return 'All'
  if (excluded === 0) return options === undefined ? `${included}` : `${included} of ${options.length}`
  return included === 0 ? `not ${excluded}` : `${included}, not ${excluded}`
}

function FilterValues({
  label,
  options,
  filter,
  onChange,
}: Omit<FilterSelectProps, 'labelHidden' | 'summary' | 'onApproach'>) {
  const [search, setSearch] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const searchText = search.toLowerCase()
  const matching = options?.filter((option) => option.value.toLowerCase().includes(searchText))
  return (
    <fieldset className="filter-select" aria-label={label}>
      <div className="filter-select-search">
        <SearchInput label={`Search ${label}`} value={search} onChange={setSearch} inputRef={input} />
      </div>
      <div className="filter-select-values">
        {matching?.slice(0, shownMax).map(({ value, count }) => (
          <TriState
            key={value}
            value={value}
            count={count}
            state={filter.get(value) ?? 0}
            onChange={(state) => onChange(withFilterState(filter, value, state))}
          />
        ))}
      </div>
      <div className="filter-select-foot">
        Click to cycle: include, exclude, off. <kbd className="kbd">Enter</kbd> includes,{' '}
        <kbd className="kbd">Shift</kbd> <kbd className="kbd">Enter</kbd> excludes.{' '}
        {options === undefined ? 'Loading…' : `${matching?.length} of ${options.length} match.`}
      </div>
    </fieldset>
  )
}

export function FilterSelect({
  labelHidden = false,
  summary: customSummary,
  onApproach,
  ...values
}: FilterSelectProps) {
  const { label, options, filter } = values
  const summary = customSummary ?? summariseFilter(filter, options)
  return (
    <Popover kind="dialog" content={<FilterValues {...values} />} onApproach={onApproach}>
      <Button className="filter-select-button" endIcon={<ChevronDown size={12} />} aria-label={`${label}: ${summary}`}>
        {labelHidden ? null : <span className="filter-select-label">{label} </span>}
        {summary}
      </Button>
    </Popover>
  )
}
