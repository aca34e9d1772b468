import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { playbookTable } from '#shared/playbooks/playbook-topics.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { DeletedThing } from '#client/domain/audit/deleted-thing.tsx'
import { HistoryTab } from '#client/domain/audit/history-tab.tsx'
import { isEditable, playbookQuery, playbooksKey, type Playbook } from '#client/features/playbooks/playbook-api.ts'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { Tabs } from '#client/ui/layout/tabs.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { SpecEditor } from './spec-editor.tsx'

const crumbs = [{ label: 'Playbooks', href: routes.playbooks }]
const isId = (id: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)

interface PlaybookPageProps {
  readonly id: string
  /** Who may do what with a playbook. */
  readonly permissionsOf?: (playbook: Pick<Playbook, 'id' | 'name'>) => React.ReactNode
}

/** One playbook: its spec, to read and to edit, its runs, who may do what, and what became of it; `new` does not exist yet. */
export function PlaybookPage({ id, permissionsOf }: PlaybookPageProps) {
  const isNew = id === 'new'
  const { data, error, refetch } = useQuery({ ...playbookQuery(id), enabled: !isNew && isId(id) })
  const client = useQueryClient()
  const write = useAllowed('write', 'playbooks', isNew ? {} : { about: { playbook: { id } } })
  useTableChanges(playbookTable, playbooksKey)
  // Whoever types goes on doing so when somebody else deletes it, and is told on saving.
  const [last, setLast] = useState(data)
  if (data && data !== last) setLast(data)
  if (isNew) return <SpecEditor key="new" playbook={null} />
  if (last) return <KnownPlaybook playbook={last} missing={write.reason} permissionsOf={permissionsOf} />
  return (
    <Page title="Playbook" crumbs={crumbs}>
      {error !== null ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : data === null && isId(id) ? (
        <DeletedThing
          table="playbooks"
          id={id}
          noun="playbook"
          missing={write.reason}
          onRestored={() => void client.invalidateQueries({ queryKey: playbooksKey })}
        >
          <NoPlaybook id={id} />
        </DeletedThing>
      ) : !isId(id) ? (
        <NoPlaybook id={id} />
      ) : (
        <SkeletonRows label="Loading playbook" />
      )}
    </Page>
  )
}

function NoPlaybook({ id }: { readonly id: string }) {
  return (
    <EmptyState title="Playbook not found">
      <p>
        <code>{id}</code> is not among the playbooks. The link is wrong, or the playbook was deleted.
      </p>
    </EmptyState>
  )
}

interface KnownPlaybookProps {
  readonly playbook: Playbook
  readonly missing: string | undefined
  readonly permissionsOf: PlaybookPageProps['permissionsOf']
}

function KnownPlaybook({ playbook, missing, permissionsOf }: KnownPlaybookProps) {
  const { id, name } = playbook
  const [tab, setTab] = useQueryState('tab', 'spec')
  const [, navigate] = useLocation()
  const client = useQueryClient()
  const tabs = [
    { id: 'spec', label: 'Spec' },
    { id: 'runs', label: 'Runs' },
    { id: 'history', label: 'History' },
    ...(permissionsOf === undefined ? [] : [{ id: 'permissions', label: 'Permissions' }]),
  ]
  const select = (next: string) => {
    if (next === 'runs') navigate(`${routes.playbookRuns}?playbook=${encodeURIComponent(id)}`)
    else setTab(next)
  }
  const elsewhere = isEditable(playbook) ? undefined : 'It is kept elsewhere. Restore it where it is written.'
  const history = (
    <HistoryTab
      table="playbooks"
      id={id}
      readOnlyReason={elsewhere ?? missing}
      onRestored={() => {
        void client.invalidateQueries({ queryKey: playbooksKey })
        setTab('spec')
      }}
    />
  )
  const beside = tab === 'history' ? history : tab === 'permissions' ? (permissionsOf?.({ id, name }) ?? null) : null
  return (
    <SpecEditor
      key={id}
      playbook={playbook}
      head={
        <Tabs label="Parts of the playbook" tabs={tabs} selected={beside === null ? 'spec' : tab} onSelect={select} />
      }
      beside={beside}
    />
  )
}
