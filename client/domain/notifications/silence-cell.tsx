import { NotificationsSnooze } from '@blueprintjs/icons'
import { lazy, Suspense } from 'react'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { Popover } from '#client/ui/layout/popover.tsx'
import { useSilencedNow } from './silenced-now.ts'
import type { Silenceable } from './resource-silences.ts'
import './silence-cell.css'

const RowSilences = lazy(async () => ({ default: (await import('./row-silences.tsx')).RowSilences }))

export function SilencedIcon({ target }: { readonly target: Silenceable }) {
  const silence = useSilencedNow(target)
  if (silence === null) return null
  return <NotificationsSnooze size={12} className="silenced-icon" title={`Silenced: ${silence.name}`} />
}

/** Needs `SilencedRows` beside the list to stay up to date. */
export function SilenceCell({ target }: { readonly target: Silenceable }) {
  const { allowed: canWrite } = useAllowed('create', 'notifications', { object: 'notification' })
  const silence = useSilencedNow(target)
  if (silence === null && !canWrite) return null
  const label = silence === null ? `Silence ${target.name}` : `${target.name} is silenced`
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Keeps the row from opening: its menu is a part of it only for React
    <span onClick={(event) => event.stopPropagation()}>
      <Popover
        placement="bottom-end"
        content={
          <Suspense fallback={null}>
            <RowSilences target={target} silence={silence} canWrite={canWrite} />
          </Suspense>
        }
      >
        <button
          type="button"
          className="silence-button"
          data-holds={silence === null ? undefined : ''}
          aria-label={label}
          title={silence === null ? 'Silence' : silence.name}
        >
          <NotificationsSnooze size={12} />
        </button>
      </Popover>
    </span>
  )
}
