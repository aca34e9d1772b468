import { Link } from 'wouter'
import { useAllows } from '#client/api/session/use-allows.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { clearCatalogFilters } from './catalog-filter.ts'

export function NoItems({ isFiltered }: { readonly isFiltered: boolean }) {
  const canCreate = useAllows()('config_scrapers', 'create')
  if (isFiltered)
    return <EmptyState title="No items match" actions={<Button onClick={clearCatalogFilters}>Clear filters</Button>} />
  return (
    <EmptyState
      title="The catalog is empty"
      actions={
        canCreate ? (
          <Link className="bp6-button bp6-intent-primary" href={linkTo(routes.scraper, { id: 'new' })}>
            Add catalog scraper
          </Link>
        ) : undefined
      }
    >
      <p>
        {!hasOwnBackend() ? (
          'The scrapers of the backend add items.'
        ) : canCreate ? (
          <>
            Scrapers add items. Add one here, or a <code>kind: ScrapeConfig</code> file to <code>RESOURCES_DIR</code>.
          </>
        ) : (
          'Scrapers add items.'
        )}
      </p>
    </EmptyState>
  )
}
