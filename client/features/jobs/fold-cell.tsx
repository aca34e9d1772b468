import { createContext, useContext } from 'react'
import type { JobRun } from '#shared/jobs/job-run.ts'
import { useIsWall } from '#client/lib/address/use-is-wall.ts'
import type { ListedRun } from './fold-runs.ts'

export const FoldContext = createContext<(run: JobRun) => void>(() => undefined)

export function RepeatsCell({ row }: { readonly row: JobRun & Partial<ListedRun> }) {
  const toggle = useContext(FoldContext)
  const isWall = useIsWall(window.location.pathname)
  const { repeats = 0, isOpen = false } = row
  if (repeats === 0) return null
  if (isWall) return <span className="job-repeats tabular">{repeats + 1}×</span>
  const runs = repeats === 1 ? 'run' : 'runs'
  return (
    <button
      type="button"
      className="job-repeats tabular"
      aria-expanded={isOpen}
      aria-label={`${isOpen ? 'Hide' : 'Show'} ${repeats} earlier ${runs} with this result`}
      onClick={() => toggle(row)}
    >
      {repeats + 1}×
    </button>
  )
}
