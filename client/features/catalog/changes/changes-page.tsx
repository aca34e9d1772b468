import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { CatalogTabs } from '#client/features/catalog/catalog-tabs.tsx'
import { routes } from '#client/lib/address/routes.ts'
import { useIsWall } from '#client/lib/address/use-is-wall.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { ChangesWall } from './changes-wall.tsx'
import { ChangeList } from './change-list.tsx'
import type { WholeChange } from './changes-api.ts'
import '#client/features/catalog/catalog.css'

export function ChangesPage({ renderActions }: { readonly renderActions?: (change: WholeChange) => React.ReactNode }) {
  const isWall = useIsWall(routes.catalogChanges)
  return (
    <Page title="Catalog" views={<ViewMenu table="changes" />}>
      <CatalogTabs selected={routes.catalogChanges} />
      {isWall ? <ChangesWall /> : <ChangeList renderActions={renderActions} />}
    </Page>
  )
}
