import type { TimeRange } from '#shared/time-range/time-range.ts'
import { changeQuery, useQueryState } from '#client/lib/address/query-state.ts'
import { Button } from '#client/ui/button.tsx'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { ChoiceMenu } from '#client/ui/form/choice-menu.tsx'
import { TimeRangePicker } from '#client/ui/form/time-range-picker.tsx'
import { ListFilters } from '#client/ui/table/list-filters.tsx'
import { clearFilters } from './use-requested-lines.ts'

interface Named {
  readonly id: string
  readonly name: string
}

export interface LogOwner {
  readonly kind: 'component' | 'backend'
  readonly id: string
}

interface LogFiltersProps {
  readonly components: readonly Named[]
  readonly backends: readonly Named[]
  readonly owner: LogOwner
  readonly names: readonly string[]
  readonly range: TimeRange
  readonly onRange: (range: TimeRange) => void
}

const kinds = ['component', 'backend'] as const

const choose = (change: (params: URLSearchParams) => void) =>
  changeQuery((params) => {
    const text = params.get('search')
    clearFilters(params)
    if (text !== null) params.set('search', text)
    params.delete('line')
    change(params)
  })

const chooseOwner = (value: string) =>
  choose((params) => {
    const kind = kinds.find((each) => value.startsWith(`${each}:`)) ?? 'component'
    for (const key of [...kinds, 'log', 'labels']) params.delete(key)
    params.set(kind, value.slice(kind.length + 1))
  })

export function LogFilters({ components, backends, owner, names, range, onRange }: LogFiltersProps) {
  const [name] = useQueryState('log')
  const [search, setSearch] = useQueryState('search')
  const [labels, setLabels] = useQueryState('labels')
  const [pattern, setPattern] = useQueryState('pattern')
  return (
    <ListFilters>
      <ChoiceMenu
        label="Component"
        value={`${owner.kind}:${owner.id}`}
        summary={
          [...components, ...backends].some(({ id }) => id === owner.id)
            ? undefined
            : owner.id === ''
              ? 'none'
              : 'unknown'
        }
        options={[
          ...components.map((each) => ({ value: `component:${each.id}`, label: each.name })),
          ...backends.map((each) => ({ value: `backend:${each.id}`, label: each.name, group: 'Log backends' })),
        ]}
        onChange={chooseOwner}
      />
      {owner.kind === 'backend' ? (
        <SearchInput
          label="Labels"
          placeholder="app=shop, env=prod"
          debounceMs={300}
          value={labels}
          onChange={setLabels}
        />
      ) : (
        <ChoiceMenu
          label="Log"
          value={name === '' ? (names[0] ?? '') : name}
          options={names.map((each) => ({ value: each, label: each }))}
          onChange={(next) => choose((params) => params.set('log', next))}
        />
      )}
      <SearchInput
        label="Search lines"
        placeholder={pattern === '' ? 'Text in the message' : 'Regular expression, for example 5\\d\\d$'}
        debounceMs={300}
        value={search}
        onChange={setSearch}
      />
      <Button
        look="minimal"
        className="mono"
        active={pattern !== ''}
        aria-pressed={pattern !== ''}
        aria-label="Regular expression"
        tooltip={pattern === '' ? 'Search by regular expression' : 'Search by plain text'}
        onClick={() => setPattern(pattern === '' ? '1' : '')}
      >
        .*
      </Button>
      <TimeRangePicker range={range} onChange={onRange} />
    </ListFilters>
  )
}
