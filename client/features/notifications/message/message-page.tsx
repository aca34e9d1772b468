import { useQuery, queryOptions } from '@tanstack/react-query'
import { Link } from 'wouter'
import { type MessageLink, messageLinkRoute } from '#shared/notifications/message-link-route.ts'
import { toIsoTime } from '#shared/primitives/iso-time.ts'
import { Acknowledge } from '#client/domain/incidents/acknowledge.tsx'
import { SilencedMark } from '#client/domain/notifications/silenced-mark.tsx'
import { useQueryParams } from '#client/lib/address/query-state.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { Properties } from '#client/ui/layout/properties.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { stateFromStatus } from '#client/ui/state-from-status.ts'
import { findResourceHref } from '#client/features/notifications/find-resource-href.ts'
import { call } from '#client/api/call.ts'
import { MessageActs } from './message-acts.tsx'
import './message.css'

const messageLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['notifications', 'message link', token],
    queryFn: ({ signal }) => call(messageLinkRoute, { query: { token }, signal }),
  })

const aroundMs = 30 * 60_000

type About = Extract<MessageLink, { state: 'valid' }>['about']

const toResourceHref = ({ kind, id, at, run_id: runId }: About): string | null => {
  if (runId !== null) return linkTo(routes.playbookRun, { id: runId })
  const href = findResourceHref(kind, id)
  if (href === null) return null
  if (kind === 'config') return `${href}?at=${encodeURIComponent(at)}`
  if (kind !== 'check') return href
  const momentAt = (offsetMs: number) => toIsoTime(Date.parse(at) + offsetMs)
  const range = { rangeType: 'absolute', display: '', from: momentAt(-aroundMs), to: momentAt(aroundMs) }
  return `${href}&${new URLSearchParams(range).toString()}`
}

const openLabel = ({ kind, run_id: runId }: About): string => {
  if (runId !== null) return 'Open run'
  return kind === 'config' || kind === 'check' ? 'Open at that time' : 'Open'
}

function Links({ about }: { readonly about: About }) {
  const href = toResourceHref(about)
  return (
    <p className="message-links">
      {href === null ? null : (
        <Link className="link" href={href}>
          {openLabel(about)}
        </Link>
      )}
      <Link className="link" href={`${routes.notificationWhy}?resource_id=${encodeURIComponent(about.id)}`}>
        Why was I notified?
      </Link>
    </p>
  )
}

function Message({ link, onChange }: { readonly link: MessageLink; readonly onChange: () => void }) {
  if (link.state === 'unknown')
    return (
      <EmptyState title="This link does not work">
        <p>The link is incomplete, or another console created it. Open the full link from the message again.</p>
      </EmptyState>
    )
  const { about } = link
  if (link.state === 'ended')
    return (
      <EmptyState title="This link has expired" actions={<Links about={about} />}>
        <p>
          The message reported {about.event}. The link was valid until <Moment at={about.ends_at} />.
        </p>
      </EmptyState>
    )
  const { thing: resource } = link
  if (resource === null)
    return (
      <EmptyState title="Resource not available">
        <p>The resource of this message was deleted, or you do not have access to it.</p>
      </EmptyState>
    )
  const { kind, id } = about
  const silenceable =
    kind === 'check' || kind === 'config' || kind === 'component' ? { kind, id, name: resource.name } : null
  return (
    <article className="message" aria-label={resource.name}>
      <h2>
        <StateMark state={stateFromStatus(resource.health)} label={resource.health ?? 'no health'} />
        {resource.name}
      </h2>
      {silenceable === null ? null : <SilencedMark target={silenceable} />}
      <Properties
        entries={Object.entries({
          Event: <span className="mono">{about.event}</span>,
          Time: <Moment at={about.at} />,
          Now: resource.health ?? resource.incident?.status ?? undefined,
          Acknowledged:
            resource.incident?.acknowledged == null ? undefined : <Moment at={resource.incident.acknowledged} />,
          Type: resource.type ?? undefined,
        })}
      />
      {silenceable === null ? null : <MessageActs target={silenceable} />}
      {resource.incident === null || resource.incident.acknowledged !== null ? null : (
        <div className="message-acts">
          <Acknowledge incident={{ id, title: resource.name, ...resource.incident }} onDone={onChange} />
        </div>
      )}
      <Links about={about} />
    </article>
  )
}

export function MessagePage() {
  const token = useQueryParams().get('link') ?? ''
  const canAsk = token !== '' && hasOwnBackend()
  const { data, error, refetch, isFetching } = useQuery({ ...messageLinkQuery(token), enabled: canAsk })
  const ask = () => void refetch()
  return (
    <Page title="Message" refresh={{ busy: isFetching, onRefresh: ask }}>
      {error === null ? null : <ErrorPanel error={error} onRetry={ask} />}
      {canAsk && data === undefined && error === null ? <SkeletonRows label="Loading message" rows={4} /> : null}
      {canAsk ? null : <Message link={{ state: 'unknown' }} onChange={ask} />}
      {data === undefined ? null : <Message link={data} onChange={ask} />}
    </Page>
  )
}
