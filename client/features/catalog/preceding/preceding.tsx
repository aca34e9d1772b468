import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { CatalogChange } from '#shared/catalog/catalog-changes.ts'
import type { SameElsewhere } from '#shared/catalog/preceding.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { SeverityTag } from '#client/domain/catalog/severity-tag.tsx'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { formatAge } from '#client/lib/time/format-age.ts'
import { Age } from '#client/ui/age.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { precedingQuery, type Turned } from './preceding-api.ts'
import './preceding.css'

const steps = (distance: number, itself: string) => {
  if (distance === 0) return itself
  return formatCount(distance, 'step away', 'steps away')
}

const elsewhere = ({ items, turned }: SameElsewhere): string => {
  if (items === 0) return 'no other item had this change in 7 days'
  const others = `${formatCount(items, 'other')} had this change in 7 days`
  if (turned === 0) return items === 1 ? `${others} and stayed healthy` : `${others} and all stayed healthy`
  return `${others}; ${formatCount(turned)} became unhealthy soon after`
}

const before = (ms: number): string => (ms < 1_000 ? 'immediately before' : `${formatAge(ms)} before`)

const formatChange = ({ change_type: type, summary }: CatalogChange): string => (summary ? `${type}: ${summary}` : type)

interface PrecedingProps {
  readonly turned: Turned
  readonly itself?: string
  readonly onOpen: (change: CatalogChange) => void
  readonly end?: (change: CatalogChange, reason: string) => React.ReactNode
}

export function Preceding({ turned, itself = 'on the item itself', onOpen, end }: PrecedingProps) {
  const { data, error, isPending, refetch } = useQuery(precedingQuery(turned))
  return (
    <section className="preceding" aria-label="Preceding changes">
      <h3>
        Preceding changes{' '}
        {data ? (
          <span className="faint">
            state changed <Age at={data.turnedAt} /> ago; changes within 5 steps in the 2 hours before
          </span>
        ) : null}
      </h3>
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {isPending && error === null ? <p className="dim">Loading preceding changes…</p> : null}
      {data === null ? <p className="dim">The time of the state change was not recorded.</p> : null}
      {data?.changes.length === 0 ? <p>No preceding changes.</p> : null}
      <ol>
        {data?.changes.map(({ change, distance, beforeMs, same }) => (
          <li key={change.id}>
            <span className="tabular">{before(beforeMs)}</span>
            <span>
              <SeverityTag severity={change.severity} />
            </span>
            <span className="preceding-change">
              <Link
                className="cut"
                title={change.name ?? change.config_id}
                href={linkTo(routes.configItem, { id: change.config_id })}
              >
                {change.name ?? change.config_id}
              </Link>
              <button
                type="button"
                className="text-button cut"
                title={formatChange(change)}
                onClick={() => onOpen(change)}
              >
                {formatChange(change)}
              </button>
            </span>
            <span className="dim">
              {steps(distance, itself)}; {elsewhere(same)}
            </span>
            {end?.(change, `${before(beforeMs)}; ${steps(distance, itself)}; ${elsewhere(same)}`)}
          </li>
        ))}
      </ol>
    </section>
  )
}
