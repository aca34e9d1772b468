import { Pause } from '@blueprintjs/icons'
import { formatCount } from '#shared/primitives/format-count.ts'
import './waiting-pill.css'

export function WaitingPill({ waiting, onApply }: { readonly waiting: number; readonly onApply: () => void }) {
  if (waiting === 0) return null
  return (
    <button
      type="button"
      className="waiting-pill"
      title="Row order is paused while the pointer or the focus is in the table"
      onClick={onApply}
    >
      <Pause size={12} />
      {formatCount(waiting, 'change')} waiting
    </button>
  )
}
