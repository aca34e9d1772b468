import { StateMark } from './state-mark.tsx'
import { stateFromStatus } from './state-from-status.ts'

interface StatusDotProps {
  readonly status: string | null | undefined
  readonly good?: boolean
  /** What is said where there is none. */
  readonly none?: string
}

/** The mark of a status as a backend words it; the word itself is what a screen reader says. */
export function StatusDot({ status, good, none = 'no status' }: StatusDotProps) {
  return <StateMark state={stateFromStatus(status, good)} label={status || none} />
}
