import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { isTableWith } from '#shared/resources/resource-kinds.ts'
import { resourceTopics } from '#shared/resources/resource-topics.ts'
import { isId } from '#shared/primitives/id.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { DeletedResource } from '#client/domain/audit/deleted-resource.tsx'
import { HistoryTab } from '#client/domain/audit/history-tab.tsx'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { Tabs } from '#client/ui/layout/tabs.tsx'
import { ResourceAccess } from '#client/features/settings/permissions/resource-access.tsx'
import { NewResource } from './new-resource.tsx'
import { OnCallTab } from './on-call/on-call-tab.tsx'
import type { OwnParts } from './own-parts.ts'
import { ResourceEditor } from './resource-editor.tsx'
import { aboutResource, editedKinds, type EditedKind, type EditedTable } from './edited-kinds.ts'
import { toOrigin } from './resource-source.ts'
import { resourceQuery, resourcesKey, type ManagedResource } from './resources-api.ts'
import { TeamMembers } from './team-members.tsx'
import './resources.css'

interface ManagedResourcePageProps {
  readonly table: EditedTable
  /** `new` for a resource that does not exist yet. */
  readonly id: string
  readonly jobHistory?: React.ReactNode
  readonly own?: OwnParts
}

const listCrumbs = ({ title, listHref, table }: EditedKind) => [
  ...(isTableWith(table, 'settingsFeature') ? [{ label: 'Settings', href: routes.settings }] : []),
  { label: title, href: listHref },
]

export function ManagedResourcePage({ table, id, ...parts }: ManagedResourcePageProps) {
  const kind = editedKinds[table]
  return id === 'new' ? (
    <NewResourcePage kind={kind} own={parts.own} />
  ) : (
    <KnownResource kind={kind} id={id} {...parts} />
  )
}

function NewResourcePage({ kind, own }: { readonly kind: EditedKind; readonly own: OwnParts | undefined }) {
  const [, navigate] = useLocation()
  const [picked, setPicked] = useQueryState('type')
  return (
    <Page title={`New ${kind.noun}`} crumbs={listCrumbs(kind)}>
      <NewResource kind={kind} picked={picked} onPick={setPicked} onBack={() => navigate(kind.listHref)} own={own} />
    </Page>
  )
}

interface NoResourceProps {
  readonly kind: EditedKind
  readonly id: string
  readonly missing: string | undefined
}

function NoResource({ kind, id, missing }: NoResourceProps) {
  const client = useQueryClient()
  const nothing = (
    <EmptyState title="No resources found">
      <p>{`No ${kind.noun} has the ID ${id}, or you do not have access to it. It may have been deleted.`}</p>
    </EmptyState>
  )
  if (!isId(id)) return nothing
  return (
    <DeletedResource
      table={kind.table}
      id={id}
      noun={kind.noun}
      missing={missing}
      onRestored={() => void client.invalidateQueries({ queryKey: resourcesKey(kind.table) })}
    >
      {nothing}
    </DeletedResource>
  )
}

function TeamParts({ team, tab }: { readonly team: ManagedResource; readonly tab: string }) {
  const isOnCall = tab === 'on-call' && hasOwnBackend()
  if (tab !== 'members' && !isOnCall) return null
  const origin = toOrigin(team)
  return (
    <>
      {origin.kind === 'elsewhere' ? (
        <Callout tone="info" title={`Managed by ${origin.label}`}>
          Its members and on-call rotation override changes made here.
        </Callout>
      ) : null}
      {isOnCall ? <OnCallTab teamId={team.id} /> : <TeamMembers teamId={team.id} />}
    </>
  )
}

function KnownResource({
  kind,
  id,
  jobHistory = null,
  own,
}: Pick<ManagedResourcePageProps, 'id' | 'jobHistory' | 'own'> & { readonly kind: EditedKind }) {
  const { data, error, refetch } = useQuery({ ...resourceQuery(kind, id), enabled: isId(id) })
  // A remote backend may lack the columns that the topics of other tables read.
  useTableChanges(resourceTopics[kind.table], resourcesKey(kind.table), kind.table === 'playbooks' || hasOwnBackend())
  const client = useQueryClient()
  const write = useAllowed('update', kind.resource, data ? aboutResource(kind, data) : {})
  const [, navigate] = useLocation()
  const [tab, setTab] = useQueryState('tab', 'spec')
  // Keeps the last version, so that editing can continue after another user deletes the resource.
  const [last, setLast] = useState(data)
  if (data && data !== last) setLast(data)
  const crumbs = listCrumbs(kind)
  if (!last)
    return (
      <Page title={kind.title} crumbs={crumbs}>
        {error !== null ? (
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        ) : data === null || !isId(id) ? (
          <NoResource kind={kind} id={id} missing={write.reason} />
        ) : (
          <SkeletonRows label={`Loading ${kind.noun}`} />
        )}
      </Page>
    )
  const lists = own?.listLinks?.(id) ?? []
  const tabs = [
    { id: 'spec', label: 'Spec' },
    ...(kind.hasMembers
      ? [{ id: 'members', label: 'Members' }, ...(hasOwnBackend() ? [{ id: 'on-call', label: 'On call' }] : [])]
      : []),
    ...(kind.jobResource !== null ? [{ id: 'jobs', label: 'Job History' }] : []),
    ...lists.map(({ label, href }) => ({ id: href, label })),
    { id: 'history', label: 'History' },
    { id: 'permissions', label: 'Permissions' },
  ]
  return (
    <Page title={kind.getTitle?.(last.spec) ?? last.name} crumbs={crumbs}>
      <Tabs
        label="Sections of the resource"
        tabs={tabs}
        selected={tab}
        onSelect={(next) => (lists.some(({ href }) => href === next) ? navigate(next) : setTab(next))}
      />
      {tab === 'jobs' && kind.jobResource !== null ? jobHistory : null}
      {kind.hasMembers ? <TeamParts team={last} tab={tab} /> : null}
      {tab === 'history' ? (
        <HistoryTab
          table={kind.table}
          id={id}
          readOnlyReason={
            toOrigin(last).kind === 'console' ? write.reason : 'It is managed elsewhere. Restore it at its source.'
          }
          onRestored={() => {
            void client.invalidateQueries({ queryKey: resourcesKey(kind.table) })
            setTab('spec')
          }}
        />
      ) : null}
      {tab === 'permissions' ? <ResourceAccess resource={kind.resource} {...aboutResource(kind, last)} /> : null}
      <div hidden={tab !== 'spec'}>
        <ResourceEditor
          key={id}
          kind={kind}
          resource={last}
          isDeleted={data === null}
          onBack={() => navigate(kind.listHref)}
          own={own}
        />
      </div>
    </Page>
  )
}
