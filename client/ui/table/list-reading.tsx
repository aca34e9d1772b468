import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { TopicNotice, type TopicNoticeProps } from '#client/ui/feedback/topic-notice.tsx'

export interface ListReading {
  readonly isLoading: boolean
  readonly isBusy: boolean
  /** False while an empty list may still have rows. */
  readonly isKnown: boolean
  readonly notice: React.ReactNode
  readonly refresh: () => void
}

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
    notice: <TopicNotice topic={topic} subject={subject} meanwhile={meanwhile} />,
    refresh: topic.refresh,
  }
}

interface Query {
  readonly error: Error | null
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

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

export const wholeReading: ListReading = {
  isLoading: false,
  isBusy: false,
  isKnown: true,
  notice: null,
  refresh: () => undefined,
}

export const queriesReading = (queries: readonly Query[]): ListReading =>
  queryReading({
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    isPending: queries.some(({ isPending }) => isPending),
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
  })
