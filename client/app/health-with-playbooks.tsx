import type { CheckRow } from '#shared/health/check-row.ts'
import { HealthPage } from '#client/features/health/health-page.tsx'
import { playbookActions } from './playbook-actions.tsx'
import { precedingCheck } from './preceding-trouble.tsx'

const checkActions = ({ id, name }: CheckRow) => playbookActions({ kind: 'check', id, name })

/** The health page whose checks can be the target of a playbook, with what changed before one failed. */
export function HealthWithPlaybooks() {
  return <HealthPage checkActions={checkActions} precededBy={precedingCheck} />
}
