import { useQuery } from '@tanstack/react-query'
import type { RunFilter } from '#shared/playbooks/listed-run.ts'
import { playbookTable } from '#shared/playbooks/playbook-topics.ts'
import { runStatuses } from '#shared/playbooks/run-status.ts'
import type { FilterValue } from '#shared/filters/filter-value.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { setListParam } from '#client/lib/address/query-state.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Chip } from '#client/ui/chip.tsx'
import { FilterSelect } from '#client/ui/table/filter-select.tsx'
import { ChoiceMenu } from '#client/ui/form/choice-menu.tsx'
import { playbookNamesQuery } from './run-api.ts'
import { formatStatus } from '#client/domain/playbooks/run-state.ts'

/** The API has no exclusion: excluding statuses means listing all others. */
const toStatusParam = (filter: FilterValue): string => {
  const states = new Map([...filter].map(([label, state]) => [label.replaceAll(' ', '_'), state]))
  const included = [...states].filter(([, state]) => state === 1).map(([status]) => status)
  if (included.length > 0) return included.join(',')
  return states.size === 0 ? '' : runStatuses.filter((status) => !states.has(status)).join(',')
}

export function RunFilters({ filter }: { readonly filter: RunFilter }) {
  const { data: playbooks = [] } = useQuery(playbookNamesQuery)
  useTableChanges(playbookTable, playbookNamesQuery.queryKey)
  const session = useSession()
  const chosen: FilterValue = new Map(
    filter.status?.split(',').map((status) => [formatStatus(status), 1 as const]) ?? [],
  )
  const me = session?.user.id ?? ''
  const isOwn = filter.person !== undefined && filter.person === me
  const starter = filter.person === undefined ? 'all' : isOwn ? 'me' : 'other'
  const targets = [
    ['config_id', filter.config],
    ['component_id', filter.component],
    ['check_id', filter.check],
  ] as const
  return (
    <>
      <ChoiceMenu
        label="Playbook"
        value={filter.playbook ?? ''}
        options={[
          { value: '', label: 'All' },
          ...playbooks.map(({ id, name, title }) => ({ value: id, label: title || name })),
          ...(filter.playbook !== undefined && !playbooks.some(({ id }) => id === filter.playbook)
            ? [{ value: filter.playbook, label: 'One playbook' }]
            : []),
        ]}
        onChange={(id) => setListParam('playbook', id)}
      />
      <FilterSelect
        label="Status"
        options={runStatuses.map((status) => ({ value: formatStatus(status) }))}
        filter={chosen}
        onChange={(next) => setListParam('status', toStatusParam(next))}
      />
      <ChoiceMenu
        label="Started by"
        value={starter}
        options={[
          { value: 'all', label: 'All' },
          { value: 'me', label: 'me' },
          ...(starter === 'other' ? [{ value: 'other' as const, label: 'one person' }] : []),
        ]}
        onChange={(next) => setListParam('created_by', next === 'me' ? me : '')}
      />
      {targets.map(([name, id]) =>
        id === undefined ? null : <Chip key={name} value="On one target" onRemove={() => setListParam(name, '')} />,
      )}
    </>
  )
}
