import { useHold } from './use-hold.ts'
import './hold-area.css'

interface HoldAreaProps {
  readonly onHold: (held: boolean) => void
  readonly children: React.ReactNode
}

export function HoldArea({ onHold, children }: HoldAreaProps) {
  return (
    <div className="hold-area" {...useHold(onHold)}>
      {children}
    </div>
  )
}
