import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { CatalogTabs } from '#client/features/catalog/catalog-tabs.tsx'
import { routes } from '#client/lib/address/routes.ts'
import { useIsWall } from '#client/lib/address/use-is-wall.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { ChangesWall } from './changes-wall.tsx'
import { ChangeList } from './change-list.tsx'
import '#client/features/catalog/catalog.css'

export function ChangesPage() {
  const isWall = useIsWall(routes.catalogChanges)
  return (
    <Page title="Catalog" section="Changes" views={<ViewMenu table="changes" />}>
      <CatalogTabs selected={routes.catalogChanges} />
      {isWall ? <ChangesWall /> : <ChangeList />}
    </Page>
  )
}
