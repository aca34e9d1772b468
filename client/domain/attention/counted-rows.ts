import { useQuery, type QueryKey } from '@tanstack/react-query'
import type { z } from 'zod'
import type { TableMark } from '#shared/live/table-topic.ts'
import type { Topic } from '#shared/live/topic.ts'
import { ApiError } from '#client/api/api-error.ts'
import { listRows } from '#client/api/data-api.ts'
import type { TopicStatus } from '#client/live/topic-view.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'

interface CountedOptions<Row> {
  readonly queryKey: QueryKey
  readonly relation: string
  readonly row: z.ZodType<Row>
  /** Called for each request, because it may contain the current time. */
  readonly toQuery: () => Readonly<Record<string, string | number>>
  readonly enabled?: boolean
  readonly everyMs?: number
}

export interface CountedRows<Row> {
  /** `refused`: the viewer may not read the rows. */
  readonly status: TopicStatus
  readonly rows: readonly Row[]
  /** Null while unknown. */
  readonly total: number | null
  readonly reason: string | null
}

const deniedStatuses: ReadonlySet<number | undefined> = new Set([401, 403])
const isDenied = (error: Error | null) => error instanceof ApiError && deniedStatuses.has(error.status)

/** The first rows of a data API query and their total, current while the topic is. */
export const useCountedRows = <Row>(
  topic: Topic<Record<string, never>, TableMark>,
  { queryKey, relation, row, toQuery, enabled = true, everyMs }: CountedOptions<Row>,
): CountedRows<Row> => {
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => listRows(relation, { row, query: toQuery(), signal }),
    enabled,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  })
  const topicStatus = useTableChanges(topic, queryKey, enabled)
  const status = isDenied(error) ? 'refused' : error !== null ? 'stale' : data === undefined ? 'loading' : topicStatus
  return { status, rows: data?.rows ?? [], total: data?.total ?? null, reason: error?.message ?? null }
}
