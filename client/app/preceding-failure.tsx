import { lazy, Suspense } from 'react'
import type { CheckRow } from '#shared/health/check-row.ts'
import type { ComponentRow } from '#shared/topology/topology.ts'

/** It comes with the detail of what is not well, and adds little to what a list downloads. */
const LinkedPreceding = lazy(async () => ({
  default: (await import('#client/features/catalog/preceding/linked-preceding.tsx')).LinkedPreceding,
}))

/** What changed before a failing check failed. */
export const precedingCheck = ({ id, status, lastTransition }: CheckRow) =>
  status === 'unhealthy' ? (
    <Suspense>
      <LinkedPreceding kind="check" id={id} turnedAt={lastTransition} />
    </Suspense>
  ) : null

const troubled = new Set(['unhealthy', 'warning'])

/** What changed before a component turned that is not well. Nothing notes when a component turns: its items tell. */
export const precedingComponent = ({ id, health }: ComponentRow) =>
  troubled.has(health ?? '') ? (
    <Suspense>
      <LinkedPreceding kind="component" id={id} turnedAt={null} />
    </Suspense>
  ) : null
