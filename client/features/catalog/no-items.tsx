import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { clearCatalogFilters } from './catalog-filter.ts'

export function NoItems({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered)
    return <EmptyState title="No items match" actions={<Button onClick={clearCatalogFilters}>Clear filters</Button>} />
  return (
    <EmptyState title="The catalog is empty">
      <p>
        {hasOwnBackend() ? (
          <>
            Scrapers add items. Add a <code>kind: ScrapeConfig</code> file to <code>RESOURCES_DIR</code>.
          </>
        ) : (
          'The scrapers of the backend add items.'
        )}
      </p>
    </EmptyState>
  )
}
