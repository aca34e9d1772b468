import { StateMark } from './state-mark.tsx'
import { stateFromStatus } from './state-from-status.ts'

interface StatusDotProps {
  readonly status: string | null | undefined
  readonly good?: boolean
  readonly none?: string
}

export function StatusDot({ status, good, none = 'no status' }: StatusDotProps) {
  return <StateMark state={stateFromStatus(status, good)} label={status || none} />
}
