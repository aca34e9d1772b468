import { useCallback } from 'react'
import type { CheckRow } from '#shared/health/check-row.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import type { MarkSlots } from '#shared/wall/mark-slots.ts'
import type { ResultTape } from '#shared/wall/result-tape.ts'
import type { WallHealth } from '#shared/wall/wall-health.ts'
import { minuteMs } from '#shared/primitives/time-units.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import { isNarrow, useWall } from '#client/features/wall/wall-context.ts'
import { toMarkKind } from './mark-kind.ts'
import { WallAge } from '#client/features/wall/page/wall-time.tsx'
import { WallMap } from './wall-map.tsx'

interface QuietBodyProps {
  readonly health: WallHealth
  readonly checks: readonly CheckRow[]
  readonly positions: MarkSlots
  readonly isStale: (row: CheckRow) => boolean
  readonly tape: ResultTape
  readonly height: number
}

const none: ReadonlySet<string> = new Set()
const beat = { width: 1_200, height: 80, bar: 9 }
const taken = { facts: 1.95, factsBelow: 3.6, beat: 4.65, names: 1.75 }
const pitchMax = 1

function Beat({ tape, unknown }: { readonly tape: ResultTape; readonly unknown: number }) {
  const now = useServerNow(1_000)
  const bars = tape.lastMinute(now)
  const total = bars.reduce((sum, value) => sum + value, 0)
  const most = Math.max(1, ...bars)
  const pitch = beat.width / bars.length
  const sinceMs = tape.sinceMs()
  const isWhole = sinceMs !== null && now - sinceMs >= minuteMs
  return (
    <section className="wall-beat" aria-label="Results of the last minute">
      <svg viewBox={`0 0 ${beat.width} ${beat.height}`} preserveAspectRatio="none" aria-hidden>
        {bars.map((value, i) => {
          const height = (value / most) * beat.height
          return (
            <rect
              // oxlint-disable-next-line react/no-array-index-key -- a bar is nothing but its second
              key={i}
              data-new={i >= bars.length - 2 ? '' : undefined}
              x={i * pitch + (pitch - beat.bar) / 2}
              y={beat.height - height}
              width={beat.bar}
              height={height}
            />
          )
        })}
      </svg>
      <p>
        <span>
          {formatCount(total, 'result')} {isWhole ? 'in the last minute' : 'so far'}
        </span>
        <span>{unknown === 0 ? 'none missing' : `${formatCount(unknown)} without results`}</span>
      </p>
    </section>
  )
}

function LitMap({ checks, positions, isStale, height }: Omit<QuietBodyProps, 'health' | 'tape'>) {
  const litAtMs = useServerNow(1_000)
  const getKind = useCallback(
    (row: CheckRow | undefined) => toMarkKind(row, { isStale, correlatedIds: none, held: false, litAtMs }),
    [isStale, litAtMs],
  )
  return (
    <WallMap
      positions={positions}
      checks={checks}
      getKind={getKind}
      height={height}
      pitchMax={pitchMax}
      counts={false}
    />
  )
}

export function QuietBody({ health, checks, positions, isStale, tape, height }: QuietBodyProps) {
  const { oldestResultMs, lastFailureMs, unknown } = health
  const facts = isNarrow(useWall()) ? taken.factsBelow : taken.facts
  const mapHeight = height - facts - taken.beat - taken.names
  return (
    <>
      <p className="wall-fact">
        {oldestResultMs === null ? (
          <span />
        ) : (
          <span>
            Oldest result{' '}
            <b>
              <WallAge ms={oldestResultMs} />
            </b>
          </span>
        )}
        {lastFailureMs === null ? null : (
          <span>
            No failures for{' '}
            <b>
              <WallAge ms={lastFailureMs} />
            </b>
          </span>
        )}
      </p>
      {height > facts + taken.beat ? <Beat tape={tape} unknown={unknown} /> : null}
      {mapHeight > 0.5 ? <LitMap checks={checks} positions={positions} isStale={isStale} height={mapHeight} /> : null}
    </>
  )
}
