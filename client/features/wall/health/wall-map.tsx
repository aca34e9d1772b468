import { useMemo } from 'react'
import type { CheckRow } from '#shared/health/check-row.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { markMap, type MapBlock, type MarkMap } from '#shared/wall/mark-map.ts'
import type { MarkSlots } from '#shared/wall/mark-slots.ts'
import { useWall } from '#client/features/wall/wall-context.ts'
import { useTextWidth } from './use-text-width.ts'
import { markPaths } from './mark-paths.ts'
import type { MarkKind } from './mark-kind.ts'

interface WallMapProps {
  readonly positions: MarkSlots
  readonly checks: readonly CheckRow[]
  readonly getKind: (row: CheckRow | undefined) => MarkKind
  readonly height: number
  readonly pitchMax: number
  readonly counts: boolean
}

const tinyPx = 7
const failing: ReadonlySet<MarkKind> = new Set(['bad', 'in', 'stale-bad'])

const strokes: Record<MarkKind, number> = {
  ok: 0.58,
  fresh: 0.62,
  new: 0.72,
  bad: 0.84,
  in: 0.14,
  unknown: 0.1,
  stale: 0.085,
  'stale-bad': 0.13,
  gone: 0,
}
const tinyStrokes: Partial<Record<MarkKind, number>> = { in: 0.84, unknown: 0.58, stale: 0.58, 'stale-bad': 0.84 }

const getStroke = (kind: MarkKind, tiny: boolean) => (tiny ? tinyStrokes[kind] : undefined) ?? strokes[kind]

function Block({
  block,
  map: { rows, pitch },
  kinds,
  tiny,
  counts,
}: {
  readonly block: MapBlock
  readonly map: MarkMap
  readonly kinds: readonly MarkKind[]
  readonly tiny: boolean
  readonly counts: boolean
}) {
  const bad = kinds.filter((kind) => failing.has(kind)).length
  const total = kinds.filter((kind) => kind !== 'gone').length
  const paths = markPaths(kinds, { rows, pitch, tiny })
  const [width, height] = [Math.max(1, block.columns) * pitch, rows * pitch]
  return (
    <li data-failing={bad > 0 ? '' : undefined} style={{ width: `calc(var(--u) * ${block.width})` }}>
      <h3>
        <span className="cut">{block.title}</span>
        {counts && bad > 0 ? <b>{bad}</b> : null}
      </h3>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        style={{ width: `calc(var(--u) * ${width})`, height: `calc(var(--u) * ${height})` }}
        role="img"
        aria-label={`${block.title}: ${formatCount(total, 'check')}, ${bad} unhealthy`}
      >
        {[...paths].map(([kind, path]) => (
          <path key={kind} d={path} data-kind={kind} strokeWidth={getStroke(kind, tiny) * pitch} />
        ))}
      </svg>
    </li>
  )
}

export function WallMap({ positions, checks, getKind, height, pitchMax, counts }: WallMapProps) {
  const { room, unitPx } = useWall()
  const width = room.width - 1.75
  const measureText = useTextWidth()
  const map = useMemo(
    () => markMap(positions, { width, height, pitchMax, measureText }),
    [positions, width, height, pitchMax, measureText],
  )
  const byId = useMemo(() => new Map(checks.map((row) => [row.id, row])), [checks])
  const tiny = map.pitch * unitPx < tinyPx
  return (
    <div className="wall-map">
      {map.bands.map((band, i) => (
        <ol
          // oxlint-disable-next-line react/no-array-index-key -- a band is nothing but its place
          key={i}
          data-spread={map.bands.length === 1 && band.length > 4 ? '' : undefined}
        >
          {band.map((block) => (
            <Block
              key={block.title}
              block={block}
              map={map}
              kinds={block.slots.map((id) => getKind(byId.get(id)))}
              tiny={tiny}
              counts={counts}
            />
          ))}
        </ol>
      ))}
    </div>
  )
}
