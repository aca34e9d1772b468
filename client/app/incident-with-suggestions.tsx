import { lazy, Suspense } from 'react'
import { useLocation } from 'wouter'
import { IncidentPage } from '#client/features/incidents/incident/incident-page.tsx'
import type { PrecededBy } from '#client/features/incidents/incident/suggestions/incident-suggestions.tsx'
import { linkTo, routes } from '#client/lib/address/routes.ts'

const Preceding = lazy(async () => ({
  default: (await import('#client/features/catalog/preceding/preceding.tsx')).Preceding,
}))

export function IncidentWithSuggestions({ id }: { readonly id: string }) {
  const [, navigate] = useLocation()
  const precededBy: PrecededBy = (itemIds, at, attach) => (
    <Suspense>
      <Preceding
        turned={{ itemIds, at }}
        itself="on an item linked as evidence"
        onOpen={({ id: change, config_id: item }) =>
          navigate(`${linkTo(routes.configItemChanges, { id: item })}?change=${change}`)
        }
        end={(change, reason) =>
          attach({ id: change.id, name: `${change.name ?? 'item'} ${change.change_type}`, reason })
        }
      />
    </Suspense>
  )
  return <IncidentPage id={id} precededBy={precededBy} />
}
