import type { RunStatus } from '#shared/playbooks/run-status.ts'

/** Why a run is ended from outside: the reason that its signal carries. */
export class RunEnd extends Error {
  override readonly name = 'RunEnd'
  readonly status: Extract<RunStatus, 'cancelled' | 'timed_out' | 'failed'>

  /** `sentence` is told on the step that was under way. */
  constructor(status: RunEnd['status'], reason: string) {
    super(reason)
    this.status = status
  }
}
