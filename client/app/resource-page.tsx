import { isTableWith, type TableWith } from '#shared/resources/resource-kinds.ts'
import { JobHistoryTab } from '#client/features/jobs/job-history-tab.tsx'
import { ManagedResourcePage } from '#client/features/settings/resources/managed-resource-page.tsx'
import { NotFoundPage } from '#client/features/shell/not-found-page.tsx'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'

interface ResourcePageProps {
  readonly table: string
  readonly id: string
}

function JobHistoryPart({ table, id }: { readonly table: TableWith<'hasEditor'>; readonly id: string }) {
  const { allowed } = useAllowed('read', 'database', { object: 'database.monitor' })
  if (allowed) return <JobHistoryTab table={table} resourceId={id} />
  return (
    <EmptyState title="Unauthorized: You do not have permission to access this page">
      <p>Viewing the job history requires read permission on database.monitor. An administrator can grant it.</p>
    </EmptyState>
  )
}

export function ResourcePage({ table, id }: ResourcePageProps) {
  if (table !== 'config_scrapers' && !isTableWith(table, 'settingsFeature'))
    return <NotFoundPage message={`No settings table named "${table}".`} />
  return <ManagedResourcePage key={id} table={table} id={id} jobHistory={<JobHistoryPart table={table} id={id} />} />
}
