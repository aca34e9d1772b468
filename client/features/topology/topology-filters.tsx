import { SortAsc, SortDesc } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { propertyOrder, type ComponentOrder } from '#shared/topology/component-order.ts'
import { localAgent } from '#shared/agents/local-agent.ts'
import { Button } from '#client/ui/button.tsx'
import { Chip } from '#client/ui/chip.tsx'
import { ChoiceMenu } from '#client/ui/form/choice-menu.tsx'
import { FilterSelect } from '#client/ui/table/filter-select.tsx'
import { ListFilters } from '#client/ui/table/list-filters.tsx'
import { ShapeChoice } from './shape-choice.tsx'
import { agentNamesQuery } from './topology-api.ts'
import { isDescendingByDefault, setFilter, setOrder, type FilterKey, type TopologyQuery } from './use-topology-query.ts'
import type { useTopologyView } from './use-topology-view.ts'

const titles: readonly (readonly [key: FilterKey, title: string])[] = [
  ['status', 'Health'],
  ['type', 'Type'],
  ['team', 'Team'],
  ['labels', 'Labels'],
]

const fields = [
  { value: 'status', label: 'Health' },
  { value: 'name', label: 'Name' },
  { value: 'type', label: 'Type' },
  { value: 'updated_at', label: 'Last updated' },
]

interface TopologyFiltersProps {
  readonly query: TopologyQuery
  readonly view: ReturnType<typeof useTopologyView>
}

function AgentFilter({ query, view }: TopologyFiltersProps) {
  const { data: names } = useQuery(agentNamesQuery)
  const filter = query.filters.agent_id
  const options = view.options.agent_id
  if (options.length < 2 && filter.size === 0) return null
  const getName = (id: string) => (id === localAgent ? 'local' : (names?.get(id) ?? id))
  const idsByName = new Map(options.map(({ value }) => [getName(value), value]))
  return (
    <FilterSelect
      label="Agent"
      options={options.map(({ value, count }) => ({ value: getName(value), count }))}
      filter={new Map([...filter].map(([id, state]) => [getName(id), state]))}
      onChange={(next) =>
        setFilter('agent_id', new Map([...next].map(([name, state]) => [idsByName.get(name) ?? name, state])))
      }
    />
  )
}

function Sort({ order, headlines }: { readonly order: ComponentOrder; readonly headlines: readonly string[] }) {
  const known = [...fields, ...headlines.map((name) => ({ value: propertyOrder(name), label: name }))]
  const options = known.some(({ value }) => value === order.by)
    ? known
    : [...known, { value: order.by, label: order.by.replace('field:', '') }]
  return (
    <span className="topology-sort">
      <ChoiceMenu
        label="Sort"
        value={order.by}
        options={options}
        onChange={(by) => setOrder({ by, desc: isDescendingByDefault(by) })}
      />
      <Button
        look="minimal"
        icon={order.desc ? <SortDesc /> : <SortAsc />}
        aria-label={order.desc ? 'Descending; sort ascending' : 'Ascending; sort descending'}
        onClick={() => setOrder({ ...order, desc: !order.desc })}
      />
    </span>
  )
}

export function TopologyFilters({ query, view }: TopologyFiltersProps) {
  const { filters, order } = query
  return (
    <ListFilters action={<Sort order={order} headlines={view.headlines} />}>
      <ShapeChoice location="page" />
      {titles.map(([key, title]) =>
        view.options[key].length === 0 && key !== 'status' ? null : (
          <FilterSelect
            key={key}
            label={title}
            options={view.options[key]}
            filter={filters[key]}
            onChange={(filter) => setFilter(key, filter)}
          />
        ),
      )}
      <AgentFilter query={query} view={view} />
      {[...filters.labels].map(([label, state]) => (
        <Chip
          key={label}
          value={label}
          excluded={state === -1}
          onRemove={() => setFilter('labels', new Map([...filters.labels].filter(([each]) => each !== label)))}
        />
      ))}
    </ListFilters>
  )
}
