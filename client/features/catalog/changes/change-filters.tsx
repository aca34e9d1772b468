import { changeSeverities } from '#shared/catalog/change-severity.ts'
import { listFilterOptions, withFilterState } from '#shared/filters/filter-value.ts'
import { tagsQuery, typesQuery } from '#client/features/catalog/catalog-api.ts'
import { useFilterValues } from '#client/features/catalog/filter-values.ts'
import { setListParam } from '#client/lib/address/query-state.ts'
import { Button } from '#client/ui/button.tsx'
import { Chip } from '#client/ui/chip.tsx'
import { ChoiceMenu } from '#client/ui/form/choice-menu.tsx'
import { Switch } from '#client/ui/form/switch.tsx'
import { FilterSelect } from '#client/ui/table/filter-select.tsx'
import { clearChangeFilters, setReach, setValues, type ChangeFilter, type ValueFilter } from './change-filter.ts'
import { changeTypesQuery } from './changes-api.ts'

const severityOptions = [
  { value: '', label: 'any' },
  ...changeSeverities.map((value) => ({
    value,
    label: value === 'critical' ? 'critical' : `${value} and above`,
  })),
]

const chipNames: Partial<Record<ValueFilter, string>> = { source: 'source', created_by: 'by' }

function Chips({ values }: Pick<ChangeFilter, 'values'>) {
  return (['source', 'created_by'] as const).flatMap((key) =>
    [...values[key]].map(([value, state]) => (
      <Chip
        key={`${key} ${value}`}
        {...(chipNames[key] !== undefined && { name: chipNames[key] })}
        value={value}
        excluded={state === -1}
        onRemove={() => setValues(key, withFilterState(values[key], value, 0))}
      />
    )),
  )
}

interface ChangeFiltersProps {
  readonly filter: ChangeFilter
  readonly isFiltered: boolean
  readonly isForItem: boolean
  readonly range: React.ReactNode
}

export function ChangeFilters({ filter, isFiltered, isForItem, range }: ChangeFiltersProps) {
  const { values, severity, reach } = filter
  const lists = [
    { key: 'config_type', label: 'Config type', ...useFilterValues(typesQuery) },
    { key: 'change_type', label: 'Change type', ...useFilterValues(changeTypesQuery) },
    { key: 'tags', label: 'Tags', ...useFilterValues(tagsQuery) },
  ] as const
  return (
    <>
      {range}
      {lists.map(({ key, label, values: options, onApproach }) => (
        <FilterSelect
          key={key}
          label={label}
          options={listFilterOptions(options, values[key])}
          filter={values[key]}
          onApproach={onApproach}
          onChange={(next) => setValues(key, next)}
        />
      ))}
      <ChoiceMenu
        label="Severity"
        value={severity}
        options={severityOptions}
        onChange={(next) => setListParam('severity', next)}
      />
      <Chips values={values} />
      {isForItem ? (
        <>
          <Switch label="Downstream" checked={reach.downstream} onChange={(isOn) => setReach('downstream', isOn)} />
          <Switch label="Upstream" checked={reach.upstream} onChange={(isOn) => setReach('upstream', isOn)} />
        </>
      ) : null}
      {isFiltered ? (
        <Button look="minimal" onClick={clearChangeFilters}>
          Clear
        </Button>
      ) : null}
    </>
  )
}
