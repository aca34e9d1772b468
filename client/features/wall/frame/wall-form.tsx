import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'

/** In place of a form: nothing on a wall can be filled in. */
export function WallForm({ title }: { readonly title: string }) {
  return (
    <Page title={title}>
      <EmptyState title="Forms are not shown on walls">
        <p>Scan the code above to open this page on a phone.</p>
      </EmptyState>
    </Page>
  )
}
