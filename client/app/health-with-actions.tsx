import type { CheckRow } from '#shared/health/check-row.ts'
import { HealthPage } from '#client/features/health/health-page.tsx'
import { thingActions } from './thing-actions.tsx'
import { precedingCheck } from './preceding-trouble.tsx'

const checkActions = ({ id, name }: CheckRow) => thingActions({ kind: 'check', id, name })

/** The health page, with what can be done with a check and what changed before one failed. */
export function HealthWithActions() {
  return <HealthPage checkActions={checkActions} precededBy={precedingCheck} />
}
