import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { listFilterOptions, type FilterValue } from '#shared/filters/filter-value.ts'
import type { JobTotals } from '#shared/jobs/job-run.ts'
import { jobStatuses } from '#shared/jobs/job-status.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { listRows } from '#client/api/data-api.ts'
import { Button } from '#client/ui/button.tsx'
import { FilterSelect } from '#client/ui/table/filter-select.tsx'
import { ListHead } from '#client/ui/table/list-head.tsx'
import { ChoiceMenu } from '#client/ui/form/choice-menu.tsx'
import {
  clearJobFilters,
  durationChoices,
  setDuration,
  setJobFilter,
  type DurationChoice,
  type JobQuery,
} from './job-query.ts'

const jobNamesQuery = {
  queryKey: ['job names'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const row = z.object({ name: z.string() })
    return (await listRows('job_history_names', { row, query: { order: 'name.asc' }, signal })).rows
  },
  meta: { failsAloud: true },
}

const resourceTypes = ['canary', 'topology', 'config_scraper'] as const
const durations = ['None', '15s', '30s', '1m', '2m', '3m', '5m', '10m', '15m'] as const satisfies DurationChoice[]
const durationOptions = durations.map((value) => ({
  value,
  label: durationChoices[value] === 0 ? 'None' : `${value} or longer`,
}))

const formatFilter = (filter: FilterValue): string =>
  filter.size === 0 ? 'All' : [...filter].map(([value, state]) => (state === 1 ? value : `not ${value}`)).join(', ')

const listFacts = (totals: JobTotals | null, orderNote: string | null): string[] => {
  if (totals === null || totals.all === null) return []
  const hidden = totals.hiddenGood
  return [
    formatCount(totals.all, 'run'),
    ...(hidden === null ? [] : [`${formatCount(hidden)} SUCCESS hidden`]),
    ...(orderNote === null ? [] : [orderNote]),
  ]
}

interface JobFiltersProps {
  readonly query: JobQuery
  readonly totals: JobTotals | null
  readonly orderNote: string | null
  readonly range?: React.ReactNode
  readonly tools: React.ReactNode
}

export function JobFilters({ query, totals, orderNote, range, tools }: JobFiltersProps) {
  const { data: names = [] } = useQuery(jobNamesQuery)
  const { statuses, types, duration } = query
  return (
    <ListHead
      filters={
        <>
          {range}
          <FilterSelect
            label="Job Name"
            options={listFilterOptions(
              names.map(({ name }) => name),
              query.names,
            )}
            filter={query.names}
            onChange={(filter) => setJobFilter('name', filter)}
          />
          <FilterSelect
            label="Resource type"
            options={listFilterOptions(resourceTypes, types)}
            filter={types}
            onChange={(filter) => setJobFilter('resource_type', filter)}
          />
          <FilterSelect
            label="Status"
            options={listFilterOptions(jobStatuses, statuses)}
            filter={statuses}
            summary={formatFilter(statuses)}
            onChange={(filter) => setJobFilter('status', filter)}
          />
          <ChoiceMenu
            label="Duration"
            value={duration}
            options={durationOptions}
            summary={duration === 'None' ? 'any' : undefined}
            onChange={setDuration}
          />
          <Button look="minimal" onClick={clearJobFilters}>
            Clear
          </Button>
        </>
      }
      facts={listFacts(totals, orderNote)}
      tools={tools}
    />
  )
}
