import { Pause } from '@blueprintjs/icons'
import './waiting-pill.css'

/** Says how many changes wait while rows hold still, and lets them in. Nothing when none do. */
export function WaitingPill({ waiting, onApply }: { readonly waiting: number; readonly onApply: () => void }) {
  if (waiting === 0) return null
  return (
    <button
      type="button"
      className="waiting-pill"
      title="Rows hold still while the pointer or the focus is in the table"
      onClick={onApply}
    >
      <Pause size={12} />
      {waiting} {waiting === 1 ? 'change' : 'changes'} waiting
    </button>
  )
}
