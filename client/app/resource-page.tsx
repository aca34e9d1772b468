import { isSettingsTable, settingsTables } from '#shared/settings/settings-tables.ts'
import { JobHistoryTab } from '#client/features/jobs/job-history-tab.tsx'
import { NotFoundPage } from '#client/features/shell/not-found-page.tsx'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { Tabs } from '#client/ui/layout/tabs.tsx'

interface ResourcePageProps {
  readonly table: string
  readonly id: string
}

const tabs = [
  { id: 'jobs', label: 'Job History' },
  { id: 'spec', label: 'Specification' },
]

function JobHistoryPart({ table, id }: ResourcePageProps) {
  const { allowed } = useAllowed('read', 'database', { object: 'database.monitor' })
  if (allowed) return <JobHistoryTab table={table} resourceId={id} />
  return (
    <EmptyState title="Unauthorized: You do not have permission to access this page">
      <p>The job history needs read on database.monitor. Somebody with the role admin can grant it.</p>
    </EmptyState>
  )
}

/** One managed resource: what its scheduled work did. The editor of its specification is not part of this version. */
export function ResourcePage({ table, id }: ResourcePageProps) {
  const [tab, setTab] = useQueryState('tab', 'jobs')
  const isScraper = table === 'config_scrapers'
  if (!isScraper && !isSettingsTable(table)) return <NotFoundPage what={`No settings table is called "${table}".`} />
  const title = isScraper ? 'Catalog Scrapers' : isSettingsTable(table) ? settingsTables[table].title : table
  const href = isScraper ? routes.scrapers : linkTo(routes.settingsTable, { table })
  return (
    <Page title={isScraper ? 'Catalog Scraper' : `${title}: one resource`} crumbs={[{ label: title, href }]}>
      <Tabs label="Parts of the resource" tabs={tabs} selected={tab} onSelect={setTab} />
      {tab === 'jobs' ? (
        <JobHistoryPart table={table} id={id} />
      ) : (
        <EmptyState title="Specification: not in this version yet">
          <p>This tab will show the specification of the resource, to read and to edit.</p>
        </EmptyState>
      )}
    </Page>
  )
}
