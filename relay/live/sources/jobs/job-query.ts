import type { z } from 'zod'
import { jobHistorySchema, toJobRun, type JobRun } from '#shared/jobs/job-run.ts'
import { readRows } from '#shared/primitives/read-rows.ts'
import { readKnownFormat } from '#relay/live/feeds/source-failure.ts'

export const jobHistories = '/api/db/job_histories'

export const jobColumns =
  'id,name,agent_id,agent,resource_type,resource_id,resource_name,status,success_count,error_count,duration_millis,' +
  'time_start,created_at,details'

export const readJobRuns = (body: string, onUnread: (error: z.ZodError) => void): JobRun[] =>
  readKnownFormat('job runs', () => readRows(jobHistorySchema, JSON.parse(body), onUnread).map(toJobRun))

const param = (key: string, value: string) => `${key}=${encodeURIComponent(value)}`

export const sameJobQuery = ({ name, resourceId, agent }: JobRun): string => {
  const parts = [param('name', `eq.${name}`)]
  parts.push(resourceId === '' ? 'or=(resource_id.is.null,resource_id.eq.)' : param('resource_id', `eq.${resourceId}`))
  if (agent !== null) parts.push(param('agent_id', `eq.${agent.id}`))
  return parts.join('&')
}

export const toJobKey = ({ name, resourceType, resourceId, agent }: JobRun): string =>
  JSON.stringify([name, resourceType, resourceId, agent?.id ?? ''])
