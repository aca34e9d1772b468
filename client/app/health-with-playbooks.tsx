import type { CheckRow } from '#shared/health/check-row.ts'
import { HealthPage } from '#client/features/health/health-page.tsx'
import { playbookActions } from './playbook-actions.tsx'

const checkActions = ({ id, name }: CheckRow) => playbookActions({ kind: 'check', id, name })

/** The health page whose checks can be the target of a playbook. */
export function HealthWithPlaybooks() {
  return <HealthPage checkActions={checkActions} />
}
