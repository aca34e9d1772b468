import { useQuery } from '@tanstack/react-query'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useQueryParams, setListParam } from '#client/lib/address/query-state.ts'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { Segmented } from '#client/ui/form/segmented.tsx'
import { componentsQuery, peopleQuery, teamsQuery } from './people-api.ts'

const shows = [
  { value: '', label: 'All' },
  { value: 'mine', label: 'Mine' },
  { value: 'unacknowledged', label: 'Unacknowledged' },
] as const

const toOptions = (rows: readonly { readonly id: string; readonly name: string }[] = []) =>
  rows.map(({ id, name }) => ({ value: id, label: name }))

export function TieFilters() {
  const params = useQueryParams()
  const readsPeople = useAllowed('read', 'database').allowed
  const readsComponents = useAllowed('read', 'topologies').allowed
  const people = useQuery({ ...peopleQuery, enabled: readsPeople })
  const teams = useQuery(teamsQuery)
  const components = useQuery({ ...componentsQuery, enabled: readsComponents })
  const shown = params.get('show') ?? ''
  return (
    <>
      {[
        { key: 'owner', label: 'Owner', rows: people.data, isOffered: readsPeople },
        { key: 'component', label: 'Component', rows: components.data, isOffered: readsComponents },
        { key: 'team', label: 'Team', rows: teams.data, isOffered: true },
      ].map(({ key, label, rows, isOffered }) =>
        !isOffered && !params.has(key) ? null : (
          <span key={key} className="tie-filter">
            <OptionSelect
              aria-label={label}
              none={`${label} All`}
              options={toOptions(rows)}
              value={params.get(key) ?? ''}
              onChange={(value) => setListParam(key, value)}
            />
          </span>
        ),
      )}
      <Segmented
        label="Show"
        value={shows.find(({ value }) => value === shown)?.value ?? ''}
        options={shows}
        onChange={(value) => setListParam('show', value)}
      />
    </>
  )
}
