import { useMemo } from 'react'
import type { FilterValue } from '#shared/filters/filter-value.ts'
import { setPreferences } from '#client/lib/browser/preferences.ts'
import { Segmented } from '#client/ui/form/segmented.tsx'
import { ChoiceMenu } from '#client/ui/form/choice-menu.tsx'
import { Switch } from '#client/ui/form/switch.tsx'
import { FilterSelect } from '#client/ui/table/filter-select.tsx'
import type { RelatedFilter, RelatedItem, Relation } from './related-api.ts'
import { relatedOptions } from './related-graph.ts'
import {
  changeFilter,
  changeRelation,
  changeView,
  depthOptions,
  directions,
  views,
  type View,
} from './use-related-view.ts'

interface RelatedFiltersProps {
  readonly items: readonly RelatedItem[]
  readonly view: View
  readonly relation: Relation
  readonly depth: (typeof depthOptions)[number]['value']
  readonly filter: RelatedFilter
}

const facets = [
  { key: 'types', label: 'Type' },
  { key: 'healths', label: 'Health' },
  { key: 'statuses', label: 'Status' },
  { key: 'tags', label: 'Tags' },
] as const

interface Option {
  readonly value: string
  readonly count?: number
}

/** A selected value stays removable even when no item has it any more. */
const withChosen = (options: readonly Option[], filter: FilterValue): readonly Option[] => [
  ...options,
  ...[...filter.keys()].flatMap((value) =>
    options.some((option) => option.value === value) ? [] : [{ value, count: 0 }],
  ),
]

export function RelatedFilters({ items, view, relation, depth, filter }: RelatedFiltersProps) {
  const options = useMemo(() => relatedOptions(items), [items])
  return (
    <>
      <Segmented label="View" options={views} value={view} onChange={changeView} />
      {facets.map(({ key, label }) => (
        <FilterSelect
          key={key}
          label={label}
          options={withChosen(options[key], filter[key])}
          filter={filter[key]}
          onChange={(next) => changeFilter(key, next)}
        />
      ))}
      <div className="related-relation">
        <Segmented
          label="Direction"
          options={directions}
          value={relation.direction}
          onChange={(next) => changeRelation('direction', next === 'all' ? '' : next)}
        />
        <ChoiceMenu
          label="Depth"
          value={depth}
          options={depthOptions}
          onChange={(next) => changeRelation('depth', next === '10' ? '' : next)}
        />
        <Switch
          label="Soft"
          checked={relation.isSoftShown}
          onChange={(isShown) => changeRelation('soft', isShown ? '' : 'false')}
        />
        <Switch
          label="Deleted"
          checked={relation.isDeletedShown}
          onChange={(showDeletedConfigs) => setPreferences({ showDeletedConfigs })}
        />
      </div>
    </>
  )
}
