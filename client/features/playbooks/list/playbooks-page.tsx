import { RejectedDocuments } from '#client/domain/documents/rejected-documents.tsx'
import { Plus } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { playbookRuns, playbookTable } from '#shared/playbooks/playbook-topics.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import {
  getPlaybookCategory,
  deletePlaybook,
  playbooksKey,
  playbooksQuery,
  getPlaybookTitle,
  type Playbook,
} from '#client/features/playbooks/playbook-api.ts'
import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { clearQuery, useQueryState } from '#client/lib/address/query-state.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { useIsWall } from '#client/lib/address/use-is-wall.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { ListFilters } from '#client/ui/table/list-filters.tsx'
import { ListNothing } from '#client/ui/table/list-nothing.tsx'
import { wholeList } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { SelectFilters } from '#client/ui/table/select-filters.tsx'
import { inOrder } from '#client/ui/table/text-column.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { ChoiceMenu } from '#client/ui/form/choice-menu.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Tabs } from '#client/ui/layout/tabs.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { cardHistories, type CardHistory } from './card-history.ts'
import { groupForWall, groupPlaybooks, matchingPlaybooks } from './group-playbooks.ts'
import { PlaybookCard } from './playbook-card.tsx'
import { byTitle, toPlaybookOrder, playbookOrders, playbookTexts, type PlaybookOrder } from './playbook-texts.ts'
import './playbooks-page.css'

const RunDialog = lazy(async () => ({
  default: (await import('#client/features/playbooks/run-dialog/run-dialog.tsx')).RunDialog,
}))

const orderOptions = (['title', 'last_run', 'updated'] as const satisfies PlaybookOrder[]).map((value) => ({
  value,
  label: playbookOrders[value].label,
}))

/** One query for all cards: no request per card. */
const newestRuns = { offset: 0, limit: 200 }
const none: readonly Playbook[] = []

const newHref = linkTo(routes.playbook, { id: 'new' })

const useGroups = (playbooks: readonly Playbook[], histories: ReadonlyMap<string, CardHistory>) => {
  const texts = useMemo(() => playbookTexts(histories), [histories])
  const isWall = useIsWall(routes.playbooks)
  const [search] = useQueryState('search')
  const [category] = useQueryState('category')
  const [{ sorting }] = useTableState()
  const order = toPlaybookOrder(sorting)
  return useMemo(() => {
    const matching = matchingPlaybooks(playbooks, search, category)
    const ordered = inOrder(matching, texts, playbookOrders[order].sorting, byTitle)
    return { texts, groups: isWall ? groupForWall(ordered, histories) : groupPlaybooks(ordered) }
  }, [playbooks, search, category, texts, order, histories, isWall])
}

function Filters({ playbooks, tools }: { readonly playbooks: readonly Playbook[]; readonly tools: React.ReactNode }) {
  const [, navigate] = useLocation()
  const [{ sorting }, changeTable] = useTableState()
  const writeAccess = useAllowed('write', 'playbooks')
  const categories = useMemo(() => [...new Set(playbooks.map(getPlaybookCategory))].sort(), [playbooks])
  return (
    <ListFilters
      action={
        <Button
          look="primary"
          icon={<Plus />}
          disabled={!writeAccess.allowed}
          disabledReason={writeAccess.reason}
          onClick={() => navigate(newHref)}
        >
          New playbook
        </Button>
      }
    >
      <SelectFilters
        search={{ label: 'Search playbooks', placeholder: 'Search by name, title, or description', debounceMs: 150 }}
        choices={[
          {
            key: 'category',
            label: 'Category',
            options: [{ value: '', label: 'All' }, ...categories.map((name) => ({ value: name, label: name }))],
          },
        ]}
      />
      <ChoiceMenu
        label="Sort"
        value={toPlaybookOrder(sorting)}
        options={orderOptions}
        onChange={(next) => changeTable({ sorting: next === 'title' ? null : playbookOrders[next].sorting })}
      />
      {tools}
    </ListFilters>
  )
}

const howToAdd = (
  <span className="not-on-walls">
    Create one here, or{' '}
    {hasOwnBackend() ? (
      <>
        add a <code>kind: Playbook</code> file to <code>RESOURCES_DIR</code>
      </>
    ) : (
      'in the backend'
    )}
    .
  </span>
)

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  const writeAccess = useAllowed('write', 'playbooks')
  return (
    <ListNothing
      isFiltered={isFiltered}
      noMatch={{
        title: 'No playbooks match',
        actions: <Button onClick={() => clearQuery(['search', 'category'])}>Clear filters</Button>,
      }}
      empty={{
        title: 'No playbooks yet',
        text: writeAccess.reason ?? howToAdd,
        actions: writeAccess.allowed ? (
          <Link className="bp6-button" href={newHref}>
            New playbook
          </Link>
        ) : undefined,
      }}
    />
  )
}

function DeletePlaybook({ playbook, onClose }: { readonly playbook: Playbook; readonly onClose: () => void }) {
  const client = useQueryClient()
  const remove = useCallback(async () => {
    await deletePlaybook(playbook.id)
    await client.invalidateQueries({ queryKey: playbooksKey })
    showToast('success', `${getPlaybookTitle(playbook)} deleted successfully`)
  }, [playbook, client])
  return (
    <ConfirmDialog
      title="Delete this playbook?"
      confirmLabel="Delete playbook"
      busyLabel="Deleting…"
      onConfirm={remove}
      onClose={onClose}
    >
      {getPlaybookTitle(playbook)} can no longer be run. Its runs are retained, and active runs continue.
    </ConfirmDialog>
  )
}

export function PlaybooksPage() {
  const { data: playbooks, error, isFetching, refetch } = useQuery(playbooksQuery)
  useTableChanges(playbookTable, playbooksKey)
  const { rows, status } = useTopic(playbookRuns, newestRuns)
  const [, navigate] = useLocation()
  const [running, setRunning] = useState<Playbook | null>(null)
  const [deleting, setDeleting] = useState<Playbook | null>(null)
  const histories = useMemo(() => cardHistories(rows.values()), [rows])
  const { texts, groups } = useGroups(playbooks ?? none, histories)
  const close = useCallback(() => setDeleting(null), [])
  return (
    <Page title="Playbooks" views={<ViewMenu />} refresh={{ busy: isFetching, onRefresh: () => void refetch() }}>
      <RejectedDocuments kinds={['Playbook']} />
      <Tabs
        label="Playbooks"
        tabs={[
          { id: routes.playbooks, label: 'Playbooks', ...(playbooks && { count: playbooks.length }) },
          { id: routes.playbookRuns, label: 'Runs' },
        ]}
        selected={routes.playbooks}
        onSelect={(href) => navigate(href)}
      />
      <Filters
        playbooks={playbooks ?? none}
        tools={
          <ListTools
            table="playbooks"
            texts={texts}
            pages={wholeList(groups.flatMap((group) => group.playbooks))}
            apiPath="/api/db/playbooks?deleted_at=is.null&order=name.asc"
          />
        }
      />
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {playbooks === undefined && error === null ? <SkeletonRows label="Loading playbooks" /> : null}
      {playbooks !== undefined && groups.length === 0 ? <Nothing isFiltered={playbooks.length > 0} /> : null}
      <div className="playbook-groups">
        {groups.map((group) => (
          <section
            key={group.category}
            className="playbook-group"
            aria-label={group.category}
            style={{ '--cards': group.playbooks.length } as React.CSSProperties}
          >
            <h2>
              {group.category} <span className="faint">{group.playbooks.length}</span>
            </h2>
            <div className="playbook-cards">
              {group.playbooks.map((playbook) => (
                <PlaybookCard
                  key={playbook.id}
                  playbook={playbook}
                  history={histories.get(playbook.id)}
                  stale={status === 'stale' || status === 'offline'}
                  onRun={setRunning}
                  onDelete={setDeleting}
                />
              ))}
            </div>
          </section>
        ))}
      </div>
      {running === null ? null : (
        <Suspense fallback={null}>
          <RunDialog playbook={running} onClose={() => setRunning(null)} />
        </Suspense>
      )}
      {deleting === null ? null : <DeletePlaybook playbook={deleting} onClose={close} />}
    </Page>
  )
}
