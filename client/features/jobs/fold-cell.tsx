import { createContext, useContext } from 'react'
import type { JobRun } from '#shared/jobs/job-run.ts'
import type { ListedRun } from './fold-runs.ts'

export const FoldContext = createContext<(run: JobRun) => void>(() => undefined)

export function RepeatsCell({ row }: { readonly row: JobRun & Partial<ListedRun> }) {
  const toggle = useContext(FoldContext)
  const { repeats = 0, isOpen = false } = row
  if (repeats === 0) return null
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
