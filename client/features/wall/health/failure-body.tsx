import { useCallback, useEffect, useMemo } from 'react'
import type { CheckRow } from '#shared/health/check-row.ts'
import { fitRows, wallHeights } from '#shared/wall/fit-rows.ts'
import type { MarkSlots } from '#shared/wall/mark-slots.ts'
import type { WallHealth } from '#shared/wall/wall-health.ts'
import { useWall } from '#client/features/wall/wall-context.ts'
import { listKinds, toWallLines } from './lines.ts'
import { toMarkKind } from './mark-kind.ts'
import { FailureList } from './failure-list.tsx'
import { WallMap } from './wall-map.tsx'

interface FailureBodyProps {
  readonly health: WallHealth
  readonly checks: readonly CheckRow[]
  readonly positions: MarkSlots
  readonly isStale: (row: CheckRow) => boolean
  readonly held: boolean
  readonly height: number
}

const listMargin = 0.39
const map = { marks: 2.82, whole: 4.44, pitchMax: 0.7 }
const leastList = 2 * wallHeights.one + wallHeights.line

export function FailureBody({ health, checks, positions, isStale, held, height }: FailureBodyProps) {
  const { page: turned, onPages } = useWall()
  const lines = useMemo(() => toWallLines(health, held), [health, held])
  const hasMap = height - listMargin - map.whole >= leastList
  const listHeight = height - listMargin - (hasMap ? map.whole : 0)
  const { twoLined, pages } = useMemo(() => fitRows(listKinds(lines), listHeight), [lines, listHeight])
  useEffect(() => onPages(pages.length), [onPages, pages.length])
  useEffect(() => () => onPages(1), [onPages])
  const correlatedIds = useMemo(
    () => new Set(health.correlatedFailures.flatMap((correlated) => correlated.checks.map(({ id }) => id))),
    [health.correlatedFailures],
  )
  const getKind = useCallback(
    (row: CheckRow | undefined) => toMarkKind(row, { isStale, correlatedIds, held, litAtMs: null }),
    [isStale, correlatedIds, held],
  )
  const number = Math.min(turned, pages.length - 1)
  const page = pages[number]
  return (
    <>
      {page === undefined ? null : (
        <FailureList
          lines={lines}
          page={page}
          pageNumber={number + 1}
          pageCount={pages.length}
          twoLined={twoLined}
          held={held}
          isStale={isStale}
        />
      )}
      {hasMap ? (
        <WallMap
          positions={positions}
          checks={checks}
          getKind={getKind}
          height={map.marks}
          pitchMax={map.pitchMax}
          counts={health.correlatedFailures.length === 0 && !held}
        />
      ) : null}
    </>
  )
}
