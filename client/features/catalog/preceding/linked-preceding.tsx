import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { tiedItemsQuery, type TiedKind } from './preceding-api.ts'
import { Preceding } from './preceding.tsx'
import './preceding.css'

interface LinkedPrecedingProps {
  readonly kind: TiedKind
  readonly id: string
  readonly turnedAt: string | null
}

const howToTie: Readonly<Record<TiedKind, string>> = {
  check: 'name the items in relationships.configs of its document',
  component: 'link an item by its menu',
}

export function LinkedPreceding({ kind, id, turnedAt }: LinkedPrecedingProps) {
  const [, navigate] = useLocation()
  const { data, error, refetch } = useQuery(tiedItemsQuery(kind, id))
  if (error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (data === undefined || data.length === 0)
    return (
      <section className="preceding" aria-label="What preceded">
        <h3>What preceded</h3>
        <p className="dim">
          {data === undefined
            ? 'Looking for what changed before…'
            : `This ${kind} is tied to no catalog item, so nothing tells what changed before. To see it here, ${howToTie[kind]}.`}
        </p>
      </section>
    )
  return (
    <Preceding
      turned={{ itemIds: data, at: turnedAt }}
      itself="on an item that it is tied to"
      onOpen={({ id: change, config_id: item }) =>
        navigate(`${linkTo(routes.configItemChanges, { id: item })}?change=${change}`)
      }
    />
  )
}
