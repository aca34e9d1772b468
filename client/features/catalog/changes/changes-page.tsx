import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { CatalogTabs } from '#client/features/catalog/catalog-tabs.tsx'
import { routes } from '#client/lib/address/routes.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { ChangeList } from './change-list.tsx'
import '#client/features/catalog/catalog.css'

export function ChangesPage() {
  return (
    <Page title="Catalog" views={<ViewMenu table="changes" />}>
      <CatalogTabs selected={routes.catalogChanges} />
      <ChangeList />
    </Page>
  )
}
