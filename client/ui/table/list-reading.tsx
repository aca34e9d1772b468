import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { TopicNotice, type TopicNoticeProps } from '#client/ui/feedback/topic-notice.tsx'

/** How the rows of a list were read. */
export interface ListReading {
  /** Nothing arrived yet. */
  readonly isLoading: boolean
  readonly isBusy: boolean
  /** Whether a list without rows means that there are none. */
  readonly isKnown: boolean
  /** What stands above the table when the rows are not to be had, or are the last known ones. */
  readonly notice: React.ReactNode
  readonly refresh: () => void
}

/** Rows of a live topic; `what` names them: `Users`, and `meanwhile` says what goes on without a connection. */
export const topicReading = (
  topic: TopicNoticeProps['topic'] & { readonly rows: ReadonlyMap<string, unknown> },
  subject: string,
  meanwhile?: string,
): ListReading => {
  const isLoading = topic.status === 'loading'
  return {
    isLoading,
    isBusy: isLoading,
    isKnown: topic.status === 'live' || topic.rows.size > 0,
    notice: <TopicNotice topic={topic} subject={subject} {...(meanwhile !== undefined && { meanwhile })} />,
    refresh: topic.refresh,
  }
}

interface Query {
  readonly error: Error | null
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** Rows that were asked for. */
export const queryReading = ({ error, isPending, isFetching, refetch }: Query): ListReading => {
  const refresh = () => void refetch()
  return {
    isLoading: isPending && error === null,
    isBusy: isFetching,
    isKnown: error === null,
    notice: error === null ? null : <ErrorPanel error={error} onRetry={refresh} />,
    refresh,
  }
}

/** Rows that came with the page. */
export const wholeReading: ListReading = {
  isLoading: false,
  isBusy: false,
  isKnown: true,
  notice: null,
  refresh: () => undefined,
}

/** Rows that are made of several answers: all of them have to be there, and all are asked again. */
export const queriesReading = (queries: readonly Query[]): ListReading =>
  queryReading({
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    isPending: queries.some(({ isPending }) => isPending),
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
  })
