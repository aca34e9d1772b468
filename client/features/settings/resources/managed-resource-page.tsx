import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { isId } from '#shared/primitives/id.ts'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { Tabs } from '#client/ui/layout/tabs.tsx'
import { NewResource } from './new-resource.tsx'
import { ResourceEditor } from './resource-editor.tsx'
import { resourceKinds, type ResourceKind, type ResourceTable } from './resource-kinds.ts'
import { resourceQuery } from './resources-api.ts'
import { TeamMembers } from './team-members.tsx'
import './resources.css'

interface ManagedResourcePageProps {
  readonly table: ResourceTable
  /** `new` is one that does not exist yet. */
  readonly id: string
  /** The runs of its job, for kinds that have some. */
  readonly jobHistory: React.ReactNode
}

const crumbsOf = ({ title, listHref, table }: ResourceKind) => [
  ...(table === 'config_scrapers' ? [] : [{ label: 'Settings', href: routes.settings }]),
  { label: title, href: listHref },
]

/** One managed resource: its spec, to read and to edit, and what else belongs to it (ledger SHELL-46, SET-01 to SET-06). */
export function ManagedResourcePage({ table, id, jobHistory }: ManagedResourcePageProps) {
  const kind = resourceKinds[table]
  return id === 'new' ? <NewResourcePage kind={kind} /> : <KnownResource kind={kind} id={id} jobHistory={jobHistory} />
}

function NewResourcePage({ kind }: { readonly kind: ResourceKind }) {
  const [, navigate] = useLocation()
  const [picked, setPicked] = useQueryState('type')
  return (
    <Page title={`New ${kind.noun}`} crumbs={crumbsOf(kind)}>
      <NewResource kind={kind} picked={picked} onPick={setPicked} onBack={() => navigate(kind.listHref)} />
    </Page>
  )
}

function KnownResource({
  kind,
  id,
  jobHistory,
}: Pick<ManagedResourcePageProps, 'id' | 'jobHistory'> & { readonly kind: ResourceKind }) {
  const { data, error, refetch } = useQuery({ ...resourceQuery(kind, id), enabled: isId(id) })
  const [, navigate] = useLocation()
  const [tab, setTab] = useQueryState('tab', 'spec')
  // Whoever types goes on doing so when somebody else deletes it.
  const [last, setLast] = useState(data)
  if (data && data !== last) setLast(data)
  const crumbs = crumbsOf(kind)
  if (!last)
    return (
      <Page title={kind.title} crumbs={crumbs}>
        {error !== null ? (
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        ) : data === null || !isId(id) ? (
          <EmptyState title="No resources found">
            <p>{`No ${kind.noun} has the id ${id}, or you may not read it. It may have been deleted.`}</p>
          </EmptyState>
        ) : (
          <SkeletonRows label={`Loading ${kind.noun}`} />
        )}
      </Page>
    )
  const tabs = [
    { id: 'spec', label: 'Spec' },
    ...(kind.hasMembers ? [{ id: 'members', label: 'Members' }] : []),
    ...(kind.hasJobs ? [{ id: 'jobs', label: 'Job History' }] : []),
  ]
  return (
    <Page title={last.name} crumbs={crumbs}>
      {tabs.length > 1 ? <Tabs label="Parts of the resource" tabs={tabs} selected={tab} onSelect={setTab} /> : null}
      {tab === 'jobs' && kind.hasJobs ? jobHistory : null}
      {tab === 'members' && kind.hasMembers ? <TeamMembers teamId={id} /> : null}
      <div hidden={tab !== 'spec'}>
        <ResourceEditor
          key={id}
          kind={kind}
          resource={last}
          isDeleted={data === null}
          onBack={() => navigate(kind.listHref)}
        />
      </div>
    </Page>
  )
}
