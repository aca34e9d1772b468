import { NotificationsSnooze } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { silenceTable } from '#shared/notifications/notification-topics.ts'
import type { CoveringSilence } from '#shared/notifications/silences-of-route.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Moment } from '#client/ui/moment.tsx'
import { silencesOfKey, silencesOfQuery, type Silenceable } from './silences-of.ts'
import { windowWords } from './window-words.ts'
import './silenced-mark.css'

type Thing = Pick<Silenceable, 'kind' | 'id'>

/**
 * Says on a thing itself that it is silenced, until when and by whom, or that it will be; nothing where it is not. Production backends
 * have no route that says it.
 */
export function SilencedMark({ thing }: { readonly thing: Thing }) {
  const { allowed } = useAllowed('read', 'notifications')
  return allowed && hasOwnBackend() ? <Marks thing={thing} /> : null
}

function Marks({ thing }: { readonly thing: Thing }) {
  const { data = [] } = useQuery(silencesOfQuery(thing))
  useTableChanges(silenceTable, silencesOfKey)
  if (data.length === 0) return null
  return (
    <div className="silenced-marks">
      {data.map((silence) => (
        <Mark key={silence.id} silence={silence} />
      ))}
    </div>
  )
}

/** How a silence stands to what it covers: that it holds, until when and by whom, or that it will. */
export function SilenceWords({ silence }: { readonly silence: CoveringSilence }) {
  const { from, until, until_recovers: recovers, window, by, holds } = silence
  const isPlanned = !holds && from !== null && window === null
  return (
    <span>
      {holds ? 'Silenced' : window === null ? 'Silence planned' : 'Maintenance planned'}
      {window === null ? null : ` ${windowWords(window)}`}
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
      <SilenceWords silence={silence} />
    </span>
  )
}
