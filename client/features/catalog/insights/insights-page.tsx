import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { CatalogTabs } from '#client/features/catalog/catalog-tabs.tsx'
import { routes } from '#client/lib/address/routes.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { InsightList } from './insight-list.tsx'
import '#client/features/catalog/catalog.css'

export function InsightsPage() {
  return (
    <Page title="Catalog" views={<ViewMenu table="insights" />}>
      <CatalogTabs selected={routes.catalogInsights} />
      <InsightList />
    </Page>
  )
}
