import { driftAt } from '#shared/wall/drift-at.ts'
import { useNow } from '#client/lib/time/clock.ts'

const lookEveryMs = 20_000

export function WallDrift({ on, children }: { readonly on: boolean; readonly children: React.ReactNode }) {
  const now = useNow(lookEveryMs)
  const { x, y } = on ? driftAt(now) : { x: 0, y: 0 }
  return (
    <div className="wall-drift" style={{ transform: `translate(${x}px, ${y}px)` }}>
      {children}
    </div>
  )
}
