import { lazy, Suspense } from 'react'
import type { RunTarget } from '#machines/playbooks/run-dialog-machine.ts'
import { RunPlaybookButton } from '#client/features/playbooks/run-dialog/run-playbook-button.tsx'

/** It comes with the detail of a target, and adds little to what a list downloads. */
const RunPlaybook = lazy(async () => ({
  default: (await import('#client/features/playbooks/run-dialog/run-playbook.tsx')).RunPlaybook,
}))

/** What can be done with something that playbooks can run on (ledger PLAY-12). */
export const playbookActions = (target: RunTarget) => (
  <Suspense fallback={<RunPlaybookButton disabled />}>
    <RunPlaybook target={target} />
  </Suspense>
)
