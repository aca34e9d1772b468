import { useDelayed } from '#client/lib/time/use-delayed.ts'
import './skeleton.css'

/** How long nothing is drawn before a skeleton: what loads faster must not flicker. */
const skeletonAfterMs = 150

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

/** The skeleton of a list: rows of the real height. */
export function SkeletonRows({ rows = 12, label }: { readonly rows?: number; readonly label?: string }) {
  return (
    <Skeleton {...(label && { label })}>
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} className="skeleton-row">
          <SkeletonBar width="0.75rem" />
          <span className="skeleton-cell">
            <SkeletonBar width={rowWidths[index % rowWidths.length] ?? '30%'} />
          </span>
          <SkeletonBar width="4rem" />
          <SkeletonBar width="2rem" />
        </span>
      ))}
    </Skeleton>
  )
}
