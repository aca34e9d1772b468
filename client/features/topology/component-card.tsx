import { memo } from 'react'
import { Link } from 'wouter'
import { componentCounts } from '#shared/topology/component-counts.ts'
import { componentHealthOf } from '#shared/topology/component-health.ts'
import { childrenLine, troubleLine } from '#shared/topology/component-line.ts'
import { orderComponents, worstFirst } from '#shared/topology/component-order.ts'
import type { ComponentRow } from '#shared/topology/topology.ts'
import { Age } from '#client/ui/age.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { ComponentIcon } from './component-icon.tsx'
import { HeadlineProperties } from './component-properties.tsx'
import { componentHref } from './topology-links.ts'
import './component-card.css'

interface ComponentCardProps {
  readonly component: ComponentRow
  /** Those right below it. */
  readonly parts: readonly ComponentRow[]
  /** The component on whose page the card stands. */
  readonly refererId?: string
  /** Only the last that is known. */
  readonly stale: boolean
  /** No longer there, and held in its place. */
  readonly gone: boolean
  readonly menu?: React.ReactNode
}

const marksMax = 12
const plural = (count: number, word: string) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`

function Parts({ parts, stale, says }: Pick<ComponentCardProps, 'parts' | 'stale'> & { readonly says: boolean }) {
  if (parts.length === 0) return null
  const shown = orderComponents(parts, worstFirst).slice(0, marksMax)
  return (
    <div className="component-children" title={childrenLine(parts)}>
      {shown.map((part) => (
        <StateMark key={part.id} state={componentHealthOf(part)} stale={stale} quiet label="" />
      ))}
      {parts.length > marksMax ? <span aria-hidden="true">+{parts.length - marksMax}</span> : null}
      <span className={says ? undefined : 'visually-hidden'}>{childrenLine(parts)}</span>
    </div>
  )
}

function Summary({ summary }: Pick<ComponentRow, 'summary'>) {
  const { incidents, insights, checks } = componentCounts(summary)
  const facts = [
    ...(incidents > 0 ? [plural(incidents, 'incident')] : []),
    ...(insights > 0 ? [plural(insights, 'insight')] : []),
    ...(checks > 0 ? [plural(checks, 'check')] : []),
  ]
  if (facts.length === 0) return null
  return (
    <p className="component-summary tabular">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  )
}

/** A component in a few lines: how it is and why, what is below it, its headline properties, and what there is about it. */
export const ComponentCard = memo(function ComponentCard(props: ComponentCardProps) {
  const { component, parts, refererId, stale, gone, menu } = props
  const { id, name, icon, type, hidden, properties, summary, text, status } = component
  const health = componentHealthOf(component)
  const trouble = gone ? 'No longer there' : troubleLine(component, parts)
  const said = trouble ?? (text || (status && status.toLowerCase() !== health ? status : null))
  return (
    <article
      className="component-card"
      data-health={health}
      data-stale={stale ? '' : undefined}
      data-gone={gone ? '' : undefined}
    >
      <div className="component-card-head">
        <StateMark state={health} stale={stale} quiet />
        <ComponentIcon {...(icon && { icon })} {...(type && { type })} />
        <h3 className="cut">
          <Link href={componentHref(id, refererId)} title={name}>
            {name}
          </Link>
        </h3>
        {hidden ? <span className="faint">hidden</span> : null}
        <Age at={component.last_observed ?? component.updated_at} />
        {menu === undefined ? null : <span className="component-card-menu">{menu}</span>}
      </div>
      {said ? <p className="component-says cut">{said}</p> : null}
      <Parts parts={parts} stale={stale} says={trouble === null} />
      <HeadlineProperties properties={properties} />
      <Summary summary={summary} />
    </article>
  )
})
