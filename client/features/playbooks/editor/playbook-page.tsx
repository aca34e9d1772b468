import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { playbookTable } from '#shared/playbooks/playbook-topics.ts'
import { playbookQuery, playbooksKey } from '#client/features/playbooks/playbook-api.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { SpecEditor } from './spec-editor.tsx'

const crumbs = [{ label: 'Playbooks', href: routes.playbooks }]
const isId = (id: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)

/** One playbook's spec, to read and to edit; `new` is one that does not exist yet. */
export function PlaybookPage({ id }: { readonly id: string }) {
  const isNew = id === 'new'
  const { data, error, refetch } = useQuery({ ...playbookQuery(id), enabled: !isNew && isId(id) })
  useTableChanges(playbookTable, playbooksKey)
  // Whoever types goes on doing so when somebody else deletes it, and is told on saving.
  const [last, setLast] = useState(data)
  if (data && data !== last) setLast(data)
  if (isNew) return <SpecEditor key="new" playbook={null} />
  if (last) return <SpecEditor key={last.id} playbook={last} />
  return (
    <Page title="Playbook" crumbs={crumbs}>
      {error !== null ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : data === null || !isId(id) ? (
        <EmptyState title="Playbook not found">
          <p>
            <code>{id}</code> is not among the playbooks. The link is wrong, or the playbook was deleted.
          </p>
        </EmptyState>
      ) : (
        <SkeletonRows label="Loading playbook" />
      )}
    </Page>
  )
}
