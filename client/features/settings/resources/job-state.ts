import type { State } from '#client/ui/state-mark.tsx'

interface WithJob {
  readonly job_status: string | null
}

export const jobState = ({ job_status: status }: WithJob): State => {
  if (status === null) return 'unknown'
  if (status === 'RUNNING') return 'running'
  if (status === 'WARNING') return 'warning'
  return status === 'FAILED' ? 'unhealthy' : 'healthy'
}

const weights: Record<State, number> = { unhealthy: 0, warning: 1, running: 2, healthy: 2, unknown: 2 }

export const failuresFirst = <Row extends WithJob>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((a, b) => weights[jobState(a)] - weights[jobState(b)])
