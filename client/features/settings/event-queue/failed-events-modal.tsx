import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { formatCount } from '#shared/primitives/format-count.ts'
import { listRows } from '#client/api/data-api.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'
import { Moment } from '#client/ui/moment.tsx'

const failedEventSchema = z.object({
  id: z.string(),
  properties: z.record(z.string(), z.unknown()).nullish(),
  error: z.string().nullish(),
  last_attempt: z.string().nullish(),
  attempts: z.number().nullish(),
})

const shownMax = 100

/** `lastFailure` in the key reloads the list after a new failure. */
const useFailedEvents = (name: string, lastFailure: string | null) =>
  useQuery({
    queryKey: ['event queue', name, lastFailure],
    queryFn: ({ signal }) => {
      const query = { name: `eq.${name}`, error: 'not.is.null', order: 'last_attempt.desc', limit: shownMax }
      return listRows('event_queue', { row: failedEventSchema, query, signal })
    },
    placeholderData: (before) => before,
  })

interface FailedEventsModalProps {
  readonly name: string
  readonly lastFailure: string | null
  readonly onClose: () => void
}

export function FailedEventsModal({ name, lastFailure, onClose }: FailedEventsModalProps) {
  const { data, error, refetch } = useFailedEvents(name, lastFailure)
  return (
    <Modal title={name} size="large" onClose={onClose}>
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <SkeletonRows label="Loading failed events" rows={5} /> : null}
      {data?.rows.length === 0 ? <EmptyState title="No failed events of this name" /> : null}
      <ul aria-label="Failed events">
        {data?.rows.map(({ id, error: reason, properties, attempts, last_attempt: at }) => (
          <li key={id} className="event-row">
            <p className="bad-text">{reason}</p>
            <p className="event-row-head tabular">
              <span>
                {attempts ?? 0} {attempts === 1 ? 'attempt' : 'attempts'}
              </span>
              <span>
                last <Moment at={at} />
              </span>
              <CopyButton text={JSON.stringify(properties, null, 2)} label="Copy event properties" />
            </p>
            <pre className="mono">{JSON.stringify(properties, null, 2)}</pre>
          </li>
        ))}
      </ul>
      {data !== undefined && data.total !== null && data.total > shownMax ? (
        <p className="dim">
          Newest {shownMax} of {formatCount(data.total)}.
        </p>
      ) : null}
    </Modal>
  )
}
