import { useState } from 'react'
import { useNow } from '#client/lib/time/clock.ts'
import { formatAge } from '#client/lib/time/format-age.ts'
import { useDelayed } from '#client/lib/time/use-delayed.ts'
import './skeleton.css'

/** How long nothing is drawn before a skeleton: what loads faster must not flicker. */
const skeletonAfterMs = 150

/** How long a skeleton stands for itself: what takes longer says how long it has been waited for. */
const waitShownAfterMs = 5_000

/** One grey bar in the place of a text. */
export function SkeletonBar({ width }: { readonly width: string }) {
  return <span className="skeleton-bar" style={{ width }} />
}

/** Draws a skeleton once loading has lasted long enough to be noticed; says to a screen reader that it loads. */
export function Skeleton({
  label = 'Loading',
  children,
}: {
  readonly label?: string
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
  return <>Still waiting for an answer: {formatAge(useNow(1_000) - sinceMs)}</>
}

/** A bar, and in its place how long has been waited once that is long. */
function BarOrWait({ width }: { readonly width: string }) {
  const [sinceMs] = useState(Date.now)
  return useDelayed(waitShownAfterMs) ? <Waiting sinceMs={sinceMs} /> : <SkeletonBar width={width} />
}

/** The skeleton of a list: rows of the real height. The first one says it where the answer takes long. */
export function SkeletonRows({ rows = 12, label }: { readonly rows?: number; readonly label?: string }) {
  return (
    <Skeleton {...(label && { label })}>
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
