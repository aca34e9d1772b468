import type { Wall } from '#client/features/wall/wall-context.ts'

interface ViewDashesProps {
  readonly count: number
  readonly view: number
  readonly viewMs: number
  readonly standing: Wall['standing']
}

export function ViewDashes({ count, view, viewMs, standing }: ViewDashesProps) {
  if (count < 2) return null
  return (
    <ol className="wall-views" aria-hidden>
      {Array.from({ length: count }, (_, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- a dash is nothing but its place
        <li key={i} data-standing={i === view ? standing : undefined}>
          {i === view && standing === 'showing' ? (
            <b key={view} style={{ animationDuration: `${viewMs}ms` }} />
          ) : i === view ? (
            <b />
          ) : null}
        </li>
      ))}
    </ol>
  )
}
