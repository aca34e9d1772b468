import { useMemo, useRef, useState } from 'react'
import { formatCount } from '#shared/primitives/format-count.ts'
import type { ComponentTree } from '#shared/topology/component-tree.ts'
import type { ComponentRow } from '#shared/topology/topology.ts'
import { useIsWall } from '#client/lib/address/use-is-wall.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { HoldArea } from '#client/ui/hold/hold-area.tsx'
import { usePausedRows } from '#client/ui/hold/use-paused-rows.ts'
import { WaitingPill } from '#client/ui/hold/waiting-pill.tsx'
import { useWholeRows } from '#client/ui/layout/use-whole-rows.ts'
import { ComponentCard } from './component-card.tsx'
import './component-card.css'

interface ComponentCardsProps {
  readonly label: string
  readonly components: readonly ComponentRow[]
  readonly getChildren: ComponentTree['listChildren']
  readonly stale: boolean
  readonly view: string
  readonly refererId?: string
  readonly renderMenu?: (component: ComponentRow) => React.ReactNode
}

const getId = ({ id }: ComponentRow) => id
const asSame = (component: ComponentRow) => component

export function ComponentCards(props: ComponentCardsProps) {
  const { label, components, getChildren, stale, view, refererId, renderMenu } = props
  const width = usePreferences((preferences) => preferences.topologyCardWidth)
  const [isPaused, setIsPaused] = useState(false)
  const { rows, waiting, apply } = usePausedRows(components, { getId, isPaused, view, markRemoved: asSame })
  const there = useMemo(() => new Set(components.map(getId)), [components])
  const frame = useRef<HTMLUListElement>(null)
  const whole = useWholeRows(frame, 'li', useIsWall(window.location.pathname), 0)
  const size = { '--card-width': `${width / 16}rem` } as React.CSSProperties
  return (
    <HoldArea onHold={setIsPaused}>
      {waiting === 0 ? null : (
        <p className="component-cards-waiting">
          <WaitingPill waiting={waiting} onApply={apply} />
        </p>
      )}
      <ul ref={frame} className="component-cards" aria-label={label} style={size}>
        {rows.map((component) => (
          <li key={component.id}>
            <ComponentCard
              component={component}
              parts={getChildren(component.id)}
              stale={stale}
              removed={!there.has(component.id)}
              menu={renderMenu?.(component)}
              refererId={refererId}
            />
          </li>
        ))}
      </ul>
      {whole === null || whole === 0 ? null : (
        <p className="component-cards-rest dim">
          {formatCount(rows.length - whole, 'more component')}
          {rows.slice(whole).every(({ health }) => health === 'healthy') ? ', all healthy' : ''}
        </p>
      )}
    </HoldArea>
  )
}
