import type { JobFilter } from './job-run.ts'

const param = (key: string, value: string) => `${key}=${encodeURIComponent(value)}`

export const jobFilterQuery = (filter: JobFilter, nowMs: number): string => {
  const { names, types, statuses, resourceId, atLeastMs, lastMs, to } = filter
  const from = lastMs === undefined ? filter.from : new Date(nowMs - lastMs).toISOString()
  const parts: string[] = []
  if (types !== undefined) parts.push(param('resource_type.filter', types))
  if (resourceId !== undefined) parts.push(param('resource_id', `eq.${resourceId}`))
  if (names !== undefined) parts.push(param('name.filter', names))
  if (statuses !== undefined) parts.push(param('status.filter', statuses))
  const bounds = [
    ...(from === undefined ? [] : [`created_at.gt.${from}`]),
    ...(to === undefined ? [] : [`created_at.lt.${to}`]),
  ]
  if (bounds.length > 0) parts.push(param('and', `(${bounds.join(',')})`))
  if (atLeastMs !== undefined) parts.push(param('duration_millis', `gte.${atLeastMs}`))
  return parts.join('&')
}

export const jobsQuery = (filter: JobFilter, nowMs: number): string =>
  `${jobFilterQuery(filter, nowMs)}&order=${filter.sortBy}.${filter.descending ? 'desc' : 'asc'}`
