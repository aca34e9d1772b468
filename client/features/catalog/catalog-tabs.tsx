import { useLocation } from 'wouter'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { routes } from '#client/lib/address/routes.ts'
import { Tabs } from '#client/ui/layout/tabs.tsx'

const tabs = [
  { id: routes.catalog, label: 'Catalog' },
  { id: routes.catalogChanges, label: 'Changes' },
  { id: routes.catalogInsights, label: 'Insights' },
]
const withScrapers = [...tabs, { id: routes.scrapers, label: 'Scrapers' }]

export function CatalogTabs({ selected }: { readonly selected: string }) {
  const [, navigate] = useLocation()
  const { allowed } = useAllowed('read', 'config_scrapers')
  return (
    <Tabs
      label="Catalog"
      tabs={allowed ? withScrapers : tabs}
      selected={selected}
      onSelect={(href) => navigate(href)}
    />
  )
}
