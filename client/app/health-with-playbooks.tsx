import { lazy, Suspense } from 'react'
import type { CheckRow } from '#shared/health/check-row.ts'
import { HealthPage } from '#client/features/health/health-page.tsx'
import { RunPlaybookButton } from '#client/features/playbooks/run-dialog/run-playbook-button.tsx'

/** It comes with the detail of a check, and adds little to what the list downloads. */
const RunPlaybook = lazy(async () => ({
  default: (await import('#client/features/playbooks/run-dialog/run-playbook.tsx')).RunPlaybook,
}))

const checkActions = ({ id, name }: CheckRow) => (
  <Suspense fallback={<RunPlaybookButton disabled />}>
    <RunPlaybook target={{ kind: 'check', id, name }} />
  </Suspense>
)

/** The health page whose checks can be the target of a playbook (ledger PLAY-12). */
export function HealthWithPlaybooks() {
  return <HealthPage checkActions={checkActions} />
}
