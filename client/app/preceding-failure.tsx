import { lazy, Suspense } from 'react'
import type { CheckRow } from '#shared/health/check-row.ts'
import type { ComponentRow } from '#shared/topology/topology.ts'

const LinkedPreceding = lazy(async () => ({
  default: (await import('#client/features/catalog/preceding/linked-preceding.tsx')).LinkedPreceding,
}))

export const precedingCheck = ({ id, status, lastTransition }: CheckRow) =>
  status === 'unhealthy' ? (
    <Suspense>
      <LinkedPreceding kind="check" id={id} turnedAt={lastTransition} />
    </Suspense>
  ) : null

const unhealthy = new Set(['unhealthy', 'warning'])

/** Components have no transition time: their items do. */
export const precedingComponent = ({ id, health }: ComponentRow) =>
  unhealthy.has(health ?? '') ? (
    <Suspense>
      <LinkedPreceding kind="component" id={id} turnedAt={null} />
    </Suspense>
  ) : null
