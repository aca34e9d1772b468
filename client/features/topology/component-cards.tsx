import { useMemo, useState } from 'react'
import type { ComponentTree } from '#shared/topology/component-tree.ts'
import type { ComponentRow } from '#shared/topology/topology.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { HoldArea } from '#client/ui/hold/hold-area.tsx'
import { usePausedRows } from '#client/ui/hold/use-paused-rows.ts'
import { WaitingPill } from '#client/ui/hold/waiting-pill.tsx'
import { ComponentCard } from './component-card.tsx'
import './component-card.css'

interface ComponentCardsProps {
  readonly label: string
  /** In the order in which they are to stand. */
  readonly components: readonly ComponentRow[]
  readonly childrenOf: ComponentTree['childrenOf']
  readonly stale: boolean
  /** Changes with what the person does to the order and the choice. */
  readonly view: string
  readonly refererId?: string
  readonly menuOf?: (component: ComponentRow) => React.ReactNode
}

const idOf = ({ id }: ComponentRow) => id
const asSame = (component: ComponentRow) => component

/** Cards in a grid, as wide as the person prefers (ledger TOPO-01), which keep their places while somebody is at work among them. */
export function ComponentCards(props: ComponentCardsProps) {
  const { label, components, childrenOf, stale, view, refererId, menuOf } = props
  const width = usePreferences((preferences) => preferences.topologyCardWidth)
  const [isPaused, setIsPaused] = useState(false)
  const { rows, waiting, apply } = usePausedRows(components, { idOf, isPaused, view, asGone: asSame })
  const there = useMemo(() => new Set(components.map(idOf)), [components])
  const size = { '--card-width': `${width / 16}rem` } as React.CSSProperties
  return (
    <HoldArea onHold={setIsPaused}>
      {waiting === 0 ? null : (
        <p className="component-cards-waiting">
          <WaitingPill waiting={waiting} onApply={apply} />
        </p>
      )}
      <ul className="component-cards" aria-label={label} style={size}>
        {rows.map((component) => (
          <li key={component.id}>
            <ComponentCard
              component={component}
              parts={childrenOf(component.id)}
              stale={stale}
              gone={!there.has(component.id)}
              menu={menuOf?.(component)}
              {...(refererId !== undefined && { refererId })}
            />
          </li>
        ))}
      </ul>
    </HoldArea>
  )
}
