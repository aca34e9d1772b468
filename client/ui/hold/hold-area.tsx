import { useHold } from './use-hold.ts'
import './hold-area.css'

interface HoldAreaProps {
  /** Hears of every change of whether somebody is at work in here; then rows are to hold still. */
  readonly onHold: (held: boolean) => void
  readonly children: React.ReactNode
}

/** A table and what acts on its waiting rows: the way of the pointer from a row to the pill lets nothing go. Has no box. */
export function HoldArea({ onHold, children }: HoldAreaProps) {
  return (
    <div className="hold-area" {...useHold(onHold)}>
      {children}
    </div>
  )
}
