import type { CheckRow } from '#shared/health/check-row.ts'
import { HealthPage } from '#client/features/health/health-page.tsx'
import { resourceActions } from './resource-actions.tsx'
import { precedingCheck } from './preceding-failure.tsx'

const checkActions = ({ id, name }: CheckRow) => resourceActions({ kind: 'check', id, name })

export function HealthWithActions() {
  return <HealthPage checkActions={checkActions} precededBy={precedingCheck} />
}
