import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { CatalogTabs } from '#client/features/catalog/catalog-tabs.tsx'
import { routes } from '#client/lib/address/routes.ts'
import { useIsWall } from '#client/lib/address/use-is-wall.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { InsightsWall } from './insights-wall.tsx'
import { InsightList } from './insight-list.tsx'
import '#client/features/catalog/catalog.css'

export function InsightsPage() {
  const isWall = useIsWall(routes.catalogInsights)
  return (
    <Page title="Catalog" section="Insights" views={<ViewMenu table="insights" />}>
      <CatalogTabs selected={routes.catalogInsights} />
      {isWall ? <InsightsWall /> : <InsightList />}
    </Page>
  )
}
