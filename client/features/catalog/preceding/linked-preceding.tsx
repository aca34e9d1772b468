import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { tiedItemsQuery, type TiedKind } from './preceding-api.ts'
import { PrecedingLoading } from './preceding-loading.tsx'
import { Preceding } from './preceding.tsx'
import './preceding.css'

interface LinkedPrecedingProps {
  readonly kind: TiedKind
  readonly id: string
  readonly turnedAt: string | null
}

const howToTie: Readonly<Record<TiedKind, string>> = {
  check: 'list the items under relationships.configs in its document',
  component: 'link an item from its menu',
}

export function LinkedPreceding({ kind, id, turnedAt }: LinkedPrecedingProps) {
  const [, navigate] = useLocation()
  const { data, error, refetch } = useQuery(tiedItemsQuery(kind, id))
  if (error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PrecedingLoading />
  if (data.length === 0)
    return (
      <section className="preceding" aria-label="Preceding changes">
        <h3>Preceding changes</h3>
        <p className="dim">
          No config item is linked to this {kind}, so no preceding changes are available. To see them here,{' '}
          {howToTie[kind]}.
        </p>
      </section>
    )
  return (
    <Preceding
      turned={{ itemIds: data, at: turnedAt }}
      itself="on a linked item"
      onOpen={({ id: change, config_id: item }) =>
        navigate(`${linkTo(routes.configItemChanges, { id: item })}?change=${change}`)
      }
    />
  )
}
