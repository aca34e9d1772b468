import type { RunStatus } from '#shared/playbooks/run-status.ts'

export class RunEnd extends Error {
  override readonly name = 'RunEnd'
  readonly status: Extract<RunStatus, 'cancelled' | 'timed_out' | 'failed'>

  constructor(status: RunEnd['status'], reason: string) {
    super(reason)
    this.status = status
  }
}
