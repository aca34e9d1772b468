import { compareValues } from '#shared/sorting/sort-value.ts'
import type { ListedRun, RunFilter } from './listed-run.ts'

export const runFilterQuery = (filter: RunFilter, nowMs: number): string => {
  const { playbook, status, person, config, component, check, lastMs } = filter
  const from = lastMs === undefined ? filter.from : new Date(nowMs - lastMs).toISOString()
  const parts = ['parent_id=is.null']
  const equal = {
    playbook_id: playbook,
    created_by: person,
    config_id: config,
    component_id: component,
    check_id: check,
  }
  for (const [column, value] of Object.entries(equal)) if (value !== undefined) parts.push(`${column}=eq.${value}`)
  if (status !== undefined) parts.push(`status=in.(${status})`)
  if (from !== undefined) {
    const until = filter.to === undefined ? ['', ''] : [`,start_time.lte.${filter.to}`, `,created_at.lte.${filter.to}`]
    parts.push(`or=(and(start_time.gte.${from}${until[0]}),and(created_at.gte.${from}${until[1]}))`)
  }
  return parts.join('&')
}

type Ordered = Pick<ListedRun, 'id' | 'created_at' | 'start_time' | 'status'>

const getOrder = ({ sortBy = 'created_at', descending = true }: Pick<RunFilter, 'sortBy' | 'descending'>) => ({
  sortBy,
  descending,
})

export const runsQuery = (filter: RunFilter, nowMs: number): string => {
  const { sortBy, descending } = getOrder(filter)
  const direction = descending ? 'desc' : 'asc'
  const order = sortBy === 'created_at' ? `created_at.${direction}` : `${sortBy}.${direction}.nullslast,created_at.desc`
  return `${runFilterQuery(filter, nowMs)}&order=${order},id.desc`
}

/** Must match the order of `runsQuery`. */
export const inRunOrder = <Run extends Ordered>(runs: readonly Run[], filter: RunFilter): readonly Run[] => {
  const { sortBy, descending } = getOrder(filter)
  return runs.toSorted(
    (a, b) =>
      compareValues(a[sortBy], b[sortBy], descending) ||
      b.created_at.localeCompare(a.created_at) ||
      b.id.localeCompare(a.id),
  )
}
