import { NotificationsSnooze } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { silenceTable } from '#shared/notifications/notification-topics.ts'
import type { CoveringSilence } from '#shared/notifications/resource-silences-route.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Moment } from '#client/ui/moment.tsx'
import { resourceSilencesKey, resourceSilencesQuery, type Silenceable } from './resource-silences.ts'
import { formatWindow } from './format-window.ts'
import './silenced-mark.css'

type Target = Pick<Silenceable, 'kind' | 'id'>

/** Production backends have no route for this. */
export function SilencedMark({ target }: { readonly target: Target }) {
  const { allowed } = useAllowed('read', 'notifications')
  return allowed && hasOwnBackend() ? <Marks target={target} /> : null
}

function Marks({ target }: { readonly target: Target }) {
  const { data = [] } = useQuery(resourceSilencesQuery(target))
  useTableChanges(silenceTable, resourceSilencesKey)
  if (data.length === 0) return null
  return (
    <div className="silenced-marks">
      {data.map((silence) => (
        <Mark key={silence.id} silence={silence} />
      ))}
    </div>
  )
}

export function SilenceText({ silence }: { readonly silence: CoveringSilence }) {
  const { from, until, until_recovers: recovers, window, by, holds } = silence
  const isPlanned = !holds && from !== null && window === null
  return (
    <span>
      {holds ? 'Silenced' : window === null ? 'Silence planned' : 'Maintenance planned'}
      {window === null ? null : ` ${formatWindow(window)}`}
      {isPlanned ? (
        <>
          {' from '}
          <Moment at={from} />
        </>
      ) : null}
      {recovers ? ' until it recovers' : null}
      {until === null ? null : (
        <>
          {' until '}
          <Moment at={until} />
        </>
      )}
      {by === null ? null : `, by ${by}`}
    </span>
  )
}

function Mark({ silence }: { readonly silence: CoveringSilence }) {
  return (
    <span className="silenced-mark" data-holds={silence.holds ? '' : undefined} title={silence.name}>
      <NotificationsSnooze size={12} />
      <SilenceText silence={silence} />
    </span>
  )
}
