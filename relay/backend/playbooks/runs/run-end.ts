import type { RunStatus } from '#shared/playbooks/run-status.ts'

/** The reason that aborts a run: the engine ends the run with its status instead of reporting an interruption. */
export class RunEnd extends Error {
  override readonly name = 'RunEnd'
  readonly status: Extract<RunStatus, 'cancelled' | 'timed_out' | 'failed'>

  constructor(status: RunEnd['status'], reason: string) {
    super(reason)
    this.status = status
  }
}
