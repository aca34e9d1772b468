import { useState } from 'react'
import { useNow } from '#client/lib/time/clock.ts'
import { formatAge } from '#client/lib/time/format-age.ts'
import { useDelayed } from '#client/lib/time/use-delayed.ts'
import './skeleton.css'

const skeletonAfterMs = 150

const waitShownAfterMs = 5_000

export function SkeletonBar({ width }: { readonly width: string }) {
  return <span className="skeleton-bar" style={{ width }} />
}

export function Skeleton({
  label = 'Loading',
  children,
}: {
  readonly label?: string | undefined
  readonly children: React.ReactNode
}) {
  const shown = useDelayed(skeletonAfterMs)
  return (
    <output className="skeleton" aria-label={label} aria-busy="true">
      {shown ? <span aria-hidden="true">{children}</span> : null}
    </output>
  )
}

const rowWidths = ['38%', '30%', '42%', '26%', '36%', '33%', '28%', '40%']

function Waiting({ sinceMs }: { readonly sinceMs: number }) {
  return <>Still waiting for a response: {formatAge(useNow(1_000) - sinceMs)}</>
}

function BarOrWait({ width }: { readonly width: string }) {
  const [sinceMs] = useState(Date.now)
  return useDelayed(waitShownAfterMs) ? <Waiting sinceMs={sinceMs} /> : <SkeletonBar width={width} />
}

export function SkeletonRows({ rows = 12, label }: { readonly rows?: number; readonly label?: string }) {
  return (
    <Skeleton label={label}>
      {Array.from({ length: rows }, (_, index) => {
        const Bar = index === 0 ? BarOrWait : SkeletonBar
        return (
          <span key={index} className="skeleton-row">
            <SkeletonBar width="0.75rem" />
            <span className="skeleton-cell">
              <Bar width={rowWidths[index % rowWidths.length] ?? '30%'} />
            </span>
            <SkeletonBar width="4rem" />
            <SkeletonBar width="2rem" />
          </span>
        )
      })}
    </Skeleton>
  )
}
