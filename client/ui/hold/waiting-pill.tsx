import { Pause } from '@blueprintjs/icons'
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
      {waiting} {waiting === 1 ? 'change' : 'changes'} waiting
    </button>
  )
}
