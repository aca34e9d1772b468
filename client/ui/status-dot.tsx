import { StateMark } from './state-mark.tsx'
import { stateOfStatus } from './state-of-status.ts'

/** The mark of a status as a backend words it; the word itself is what a screen reader says. */
export function StatusDot({ status, good }: { readonly status: string | null | undefined; readonly good?: boolean }) {
  return <StateMark state={stateOfStatus(status, good)} label={status || 'no status'} />
}
