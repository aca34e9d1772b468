import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isOver } from '#shared/incidents/incident-values.ts'
import { statusPageRoute } from '#shared/incidents/status-page-routes.ts'
import { ApiError } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { incidentState } from '#client/domain/incidents/incident-state.ts'
import { useFormatTime } from '#client/lib/time/format-time.ts'
import { Age } from '#client/ui/age.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { PlainPage } from '#client/ui/layout/plain-page.tsx'
import { MarkdownText } from '#client/ui/markdown/markdown-text.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import './status-page.css'

const askEveryMs = 5_000

const followHash = (onChange: () => void) => {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

const isEnded = (error: Error | null): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 410 || error.status === 400)

/** Unauthenticated: reads with the token after the `#`, which browsers do not send in requests for the page. */
export function StatusPage() {
  const token = useSyncExternalStore(followHash, () => location.hash.slice(1))
  const format = useFormatTime()
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: ['status page', token],
    queryFn: ({ signal }) => call(statusPageRoute, { body: { token }, signal }),
    refetchInterval: ({ state }) => (isEnded(state.error) ? false : askEveryMs),
    refetchIntervalInBackground: true,
  })
  if (isEnded(error))
    return (
      <PlainPage title="Status not available">
        <p>{error?.message}</p>
      </PlainPage>
    )
  if (data === undefined)
    return (
      <PlainPage title="Status">
        {error === null ? (
          <SkeletonRows rows={4} label="Loading status" />
        ) : (
          <Callout tone="bad" title="Could not load the status.">
            {error.message} Retrying every few seconds.
          </Callout>
        )}
      </PlainPage>
    )
  const { title, status, opened_at: openedAt, over_at: overAt, impact, updates, ends_at: endsAt } = data
  const over = isOver(status)
  return (
    <PlainPage
      title={title}
      foot={`Last updated ${format(new Date(dataUpdatedAt), 'full')}. This link expires ${format(new Date(endsAt), 'full')}.`}
    >
      {error === null ? null : (
        <Callout tone="warn" title="This page may be out of date.">
          {error.message} Last updated {format(new Date(dataUpdatedAt), 'full')}; retrying every few seconds.
        </Callout>
      )}
      <p className="status-page-state">
        <StateMark state={incidentState(status)} label="" />
        <b>{status}</b>
        <span className="dim">
          {over && overAt !== null ? (
            <>
              ended <Age at={overAt} /> ago, duration <Age at={openedAt} from={Date.parse(overAt)} />
            </>
          ) : (
            <>
              for <Age at={openedAt} />
            </>
          )}
        </span>
      </p>
      {impact === '' ? null : (
        <p className="status-page-impact">
          <span className="dim">Affected</span> {impact}
        </p>
      )}
      {updates.length === 0 ? (
        <p className="dim">No updates published yet. New updates appear here automatically.</p>
      ) : (
        <ol className="status-page-updates" aria-label="Updates" aria-live="polite">
          {updates.map(({ id, at, text }) => (
            <li key={id}>
              <span className="dim">
                {format(new Date(at), 'full')}, <Age at={at} /> ago
              </span>
              <MarkdownText text={text} />
            </li>
          ))}
        </ol>
      )}
    </PlainPage>
  )
}
