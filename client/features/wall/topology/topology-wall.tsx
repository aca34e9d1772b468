import { useEffect, useMemo } from 'react'
import { formatCount } from '#shared/primitives/format-count.ts'
import { toComponentHealth, countHealths } from '#shared/topology/component-health.ts'
import { childrenLine, failureLine } from '#shared/topology/component-line.ts'
import { orderComponents, worstFirst } from '#shared/topology/component-order.ts'
import type { ComponentTree } from '#shared/topology/component-tree.ts'
import type { ComponentRow } from '#shared/topology/topology.ts'
import { cardPages } from '#shared/wall/card-pages.ts'
import { HeldHead, WallPage } from '#client/features/wall/page/wall-page.tsx'
import { WallHead } from '#client/features/wall/page/wall-head.tsx'
import { isNarrow, useWall } from '#client/features/wall/wall-context.ts'
import { toServerMs } from '#client/lib/time/clock.ts'
import { StateMark, type State } from '#client/ui/state-mark.tsx'
import './topology-wall.css'

const headHeights = { wide: 4.3, narrow: 7.9 }
const margins = 1.7
const marksMax = 24

interface WallCardProps {
  readonly component: ComponentRow
  readonly parts: readonly ComponentRow[]
  readonly held: boolean
}

function WallCard({ component, parts, held }: WallCardProps) {
  const health = toComponentHealth(component)
  const [first = '', second] = (failureLine(component, parts) ?? '').split(': ', 2)
  const line = first || childrenLine(parts) || component.text || component.status || health
  return (
    <li className="wall-card" data-health={health} data-stale={held ? '' : undefined}>
      <h2>
        <StateMark state={health} stale={held} quiet={health === 'healthy'} />
        <span className="cut">{component.name}</span>
      </h2>
      <p className="cut">{line}</p>
      {second ? <p className="cut">{second}</p> : null}
      {parts.length === 0 ? null : (
        <div className="wall-card-parts" aria-hidden="true">
          {orderComponents(parts, worstFirst)
            .slice(0, marksMax)
            .map((part) => (
              <StateMark key={part.id} state={toComponentHealth(part)} stale={held} quiet label="" />
            ))}
        </div>
      )}
    </li>
  )
}

function Counts({ components }: { readonly components: readonly ComponentRow[] }) {
  const { unhealthy, warning, unknown, healthy } = countHealths(components)
  const worst: State | null = unhealthy > 0 ? 'unhealthy' : warning > 0 ? 'warning' : null
  const badCounts = [
    ...(unhealthy > 0 ? [`${formatCount(unhealthy)} unhealthy`] : []),
    ...(warning > 0 ? [`${formatCount(warning)} warning`] : []),
  ].join(', ')
  return (
    <>
      {worst === null ? null : (
        <span>
          <StateMark state={worst} label="" />
          <b>{badCounts}</b>
        </span>
      )}
      <span>
        {unknown > 0 ? `${formatCount(unknown)} unknown` : `${formatCount(healthy)} healthy`} of{' '}
        {formatCount(components.length)}
      </span>
    </>
  )
}

interface TopologyWallProps {
  readonly title: string
  readonly state: State
  readonly components: readonly ComponentRow[]
  readonly getChildren: ComponentTree['listChildren']
  /** Browser time since when the data is only last known; null while live. */
  readonly heldAtMs: number | null
  readonly headline: string
}

export function TopologyWall({ title, state, components, getChildren, heldAtMs, headline }: TopologyWallProps) {
  const wall = useWall()
  const { room, page: turned, onPages } = wall
  const held = heldAtMs !== null
  const height = room.height - (isNarrow(wall) ? headHeights.narrow : headHeights.wide)
  const { columns, rows, pages } = cardPages(components.length, { width: room.width - margins, height })
  useEffect(() => onPages(pages), [onPages, pages])
  useEffect(() => () => onPages(1), [onPages])
  const ordered = useMemo(() => orderComponents(components, worstFirst), [components])
  const page = Math.min(turned, pages - 1)
  const shown = ordered.slice(page * columns * rows, (page + 1) * columns * rows)
  return (
    <WallPage held={held}>
      {held ? (
        <HeldHead headline={`${title}: ${headline}`} sinceMs={toServerMs(heldAtMs)} />
      ) : (
        <WallHead state={state} headline={title}>
          <Counts components={components} />
        </WallHead>
      )}
      <ul
        className="wall-cards"
        aria-label={title}
        style={{
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
        }}
      >
        {shown.map((component) => (
          <WallCard key={component.id} component={component} parts={getChildren(component.id)} held={held} />
        ))}
      </ul>
    </WallPage>
  )
}
