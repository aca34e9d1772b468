import { memo } from 'react'
import { Link } from 'wouter'
import { formatCount } from '#shared/primitives/format-count.ts'
import { componentCounts } from '#shared/topology/component-counts.ts'
import { toComponentHealth } from '#shared/topology/component-health.ts'
import { childrenLine, failureLine } from '#shared/topology/component-line.ts'
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
  readonly parts: readonly ComponentRow[]
  readonly refererId?: string | undefined
  readonly stale: boolean
  /** Deleted, but retained at its position while the list is paused. */
  readonly removed: boolean
  readonly menu?: React.ReactNode
}

const marksMax = 12

function Parts({
  parts,
  stale,
  isTextShown,
}: Pick<ComponentCardProps, 'parts' | 'stale'> & { readonly isTextShown: boolean }) {
  if (parts.length === 0) return null
  const shown = orderComponents(parts, worstFirst).slice(0, marksMax)
  return (
    <div className="component-children" title={childrenLine(parts)}>
      {shown.map((part) => (
        <StateMark key={part.id} state={toComponentHealth(part)} stale={stale} quiet label="" />
      ))}
      {parts.length > marksMax ? <span aria-hidden="true">+{parts.length - marksMax}</span> : null}
      <span className={isTextShown ? undefined : 'visually-hidden'}>{childrenLine(parts)}</span>
    </div>
  )
}

function Summary({ summary }: Pick<ComponentRow, 'summary'>) {
  const { incidents, insights, checks } = componentCounts(summary)
  const facts = [
    ...(incidents > 0 ? [formatCount(incidents, 'incident')] : []),
    ...(insights > 0 ? [formatCount(insights, 'insight')] : []),
    ...(checks > 0 ? [formatCount(checks, 'check')] : []),
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

export const ComponentCard = memo(function ComponentCard(props: ComponentCardProps) {
  const { component, parts, refererId, stale, removed, menu } = props
  const { id, name, icon, type, hidden, properties, summary, text, status } = component
  const health = toComponentHealth(component)
  const warning = removed ? 'Deleted' : failureLine(component, parts)
  const line = warning ?? (text || (status && status.toLowerCase() !== health ? status : null))
  return (
    <article
      className="component-card"
      data-health={health}
      data-stale={stale ? '' : undefined}
      data-gone={removed ? '' : undefined}
    >
      <div className="component-card-head">
        <StateMark state={health} stale={stale} quiet />
        <ComponentIcon icon={icon} type={type} />
        <h3 className="cut">
          <Link href={componentHref(id, refererId)} title={name}>
            {name}
          </Link>
        </h3>
        {hidden ? <span className="faint">hidden</span> : null}
        <Age at={component.last_observed ?? component.updated_at} />
        {menu === undefined ? null : <span className="component-card-menu">{menu}</span>}
      </div>
      {line ? <p className="component-says cut">{line}</p> : null}
      <Parts parts={parts} stale={stale} isTextShown={warning === null} />
      <HeadlineProperties properties={properties} />
      <Summary summary={summary} />
    </article>
  )
})
