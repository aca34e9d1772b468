import { lazy, Suspense } from 'react'
import type { RunTarget } from '#machines/playbooks/run-dialog-machine.ts'
import { RunPlaybookButton } from '#client/features/playbooks/run-dialog/run-playbook-button.tsx'

const RunPlaybook = lazy(async () => ({
  default: (await import('#client/features/playbooks/run-dialog/run-playbook.tsx')).RunPlaybook,
}))

export const playbookActions = (target: RunTarget) => (
  <Suspense fallback={<RunPlaybookButton disabled />}>
    <RunPlaybook target={target} />
  </Suspense>
)
