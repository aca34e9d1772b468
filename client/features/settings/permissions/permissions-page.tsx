import { Help, Plus } from '@blueprintjs/icons'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { subjectTypes } from '#shared/access/grant.ts'
import { permissionTable } from '#shared/settings/permissions-topic.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import { serverPageSizes } from '#client/lib/address/page-sizes.ts'
import { changeQuery, useQueryState } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { isBackendEmbedded } from '#client/domain/identity/user-accounts.ts'
import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { useTableState } from '#client/lib/address/table-state.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { ListHead } from '#client/ui/table/list-head.tsx'
import { listInPages } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { textColumns } from '#client/ui/table/text-column.ts'
import { Modal } from '#client/ui/layout/modal.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { Pager } from '#client/ui/table/pager.tsx'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { EffectPreview } from './effect-preview.tsx'
import { permissionColumns } from './permission-columns.tsx'
import { PermissionDialog } from './permission-dialog.tsx'
import { formOf, permissionActions } from './permission-form.ts'
import { permissionFacts } from './permission-words.ts'
import {
  deletePermission,
  listPermissions,
  namesQuery,
  newestFirst,
  permissionQuery,
  permissionsKey,
  permissionsPage,
  permissionsQuery,
  type ListedPermission,
  type NameList,
} from './permissions-api.ts'
import { useGrantRefusal } from './use-grant-refusal.ts'
import { WhyPanel } from './why-panel.tsx'
import './permissions.css'

const crumbs = [{ label: 'Settings', href: routes.settings }]
const nameKinds = ['person', 'config', 'component', 'playbook', 'connection', 'canary'] as const satisfies NameList[]
const subjectOptions = [{ value: '', label: 'All subjects' }, ...subjectTypes.map((value) => ({ value, label: value }))]
const actionOptions = [
  { value: '', label: 'All actions' },
  ...permissionActions.map((value) => ({ value, label: value })),
]
const clockMs = 30_000
const newOne = 'new'
const exportedAtOnce = 200
const idOf = ({ id }: ListedPermission) => id

const closeWhy = () =>
  changeQuery((params) => {
    for (const key of ['why', 'person', 'do', 'on', 'playbook', 'config', 'component', 'canary', 'connection'])
      params.delete(key)
  })

/** Names of what the rules speak of; the id where no list tells the name. */
const useNames = () => {
  const lists = useQueries({ queries: nameKinds.map((kind) => namesQuery(kind)) })
  return (kind: string, id: string): string => {
    const at = nameKinds.findIndex((each) => each === kind)
    return lists[at]?.data?.find((each) => each.id === id)?.name ?? id
  }
}

/** The dialog of one rule, once its row is there. One that the form cannot show, or nobody can read, can only be deleted. */
function Editor({
  id,
  onDone,
  onDelete,
}: {
  readonly id: string
  readonly onDone: () => void
  readonly onDelete: () => void
}) {
  const isNew = id === newOne
  const by = useSession()?.user.id ?? ''
  const { reason } = useAllowed(isNew ? 'create' : 'update', 'permissions')
  const client = useQueryClient()
  const refusalOf = useGrantRefusal(useServerNow(clockMs))
  const { data: grant, error } = useQuery(permissionQuery(isNew ? '' : id))
  if (error !== null) return <ErrorPanel error={error} />
  if (!isNew && grant === undefined) return null
  const initial = grant == null ? null : formOf(grant)
  if (!isNew && grant === null)
    return <ErrorPanel error={new Error('This permission is gone.')} meaning="It was deleted." detailsHidden />
  if (grant != null && (initial === null || grant.fault !== null))
    return (
      <Modal
        title="Permission"
        size="very-small"
        onClose={onDone}
        foot={
          <>
            <Button onClick={onDone}>Close</Button>
            <Button
              look="danger"
              disabledReason={reason ?? refusalOf({ before: grant, after: null })}
              onClick={onDelete}
            >
              Delete
            </Button>
          </>
        }
      >
        <p className="dim">
          {grant.fault === null
            ? 'The subject of this permission cannot be changed here. You can delete it.'
            : `${grant.fault} It neither grants nor denies anything.`}
        </p>
      </Modal>
    )
  return (
    <PermissionDialog
      key={id}
      id={isNew ? null : id}
      before={grant ?? null}
      initial={initial}
      by={by}
      missing={reason}
      onDelete={onDelete}
      onSaved={() => {
        void client.invalidateQueries({ queryKey: permissionsKey })
        onDone()
      }}
      onClose={onDone}
    />
  )
}

/** Who gains and who loses what when a rule is deleted. */
function DeletionEffect({ id, nowMs }: { readonly id: string; readonly nowMs: number }) {
  const { data: before } = useQuery(permissionQuery(id))
  return before == null ? null : <EffectPreview change={{ before, after: null }} isOpen={false} nowMs={nowMs} />
}

/** Who may do what beside their roles: the list, the dialog, and the question why somebody may not. */
export function PermissionsPage() {
  const [table, changeTable] = useTableState()
  const [search, setSearch] = useQueryState('search')
  const [subjectType, setSubjectType] = useQueryState('subject')
  const [action, setAction] = useQueryState('action')
  const [openId, setOpenId] = useQueryState('id')
  const [why, setWhy] = useQueryState('why')
  const [asksDelete, setAsksDelete] = useState(false)
  const self = useSession()?.user.id ?? ''
  const { allowed: mayAdd } = useAllowed('create', 'permissions')
  const nameOf = useNames()
  const nowMs = useServerNow(clockMs)
  const client = useQueryClient()
  useTableChanges(permissionTable, permissionsKey)
  const { pageIndex, pageSize, sorting } = table
  const sought = { search, subjectType, action, sorting }
  const { data, error, isPending, isFetching, refetch } = useQuery(permissionsPage(sought, pageIndex, pageSize))
  const rows = data?.rows ?? []
  const total = data?.total ?? rows.length
  const columns = permissionColumns({
    nowMs,
    nameOf,
    onOpen: setOpenId,
    decidesHere: isBackendEmbedded(),
  })
  const filter = (set: (value: string) => void) => (value: string) => {
    set(value)
    changeTable({ pageIndex: 0 })
  }
  const refresh = () => void client.invalidateQueries({ queryKey: permissionsKey })
  return (
    <Page
      title="Permissions"
      views={<ViewMenu />}
      crumbs={crumbs}
      refresh={{ busy: isFetching, onRefresh: () => void refetch() }}
    >
      <div className="permissions" data-panel={why === '' ? undefined : ''}>
        <div className="permissions-main">
          <ListHead
            filters={
              <>
                <SearchInput
                  label="Search permissions"
                  placeholder="Search subject, action or resource"
                  value={search}
                  debounceMs={300}
                  onChange={filter(setSearch)}
                />
                <Select
                  label="Subject"
                  value={subjectType}
                  options={subjectOptions}
                  onChange={filter(setSubjectType)}
                />
                <Select label="Action" value={action} options={actionOptions} onChange={filter(setAction)} />
                <Button icon={<Help />} active={why !== ''} onClick={() => (why === '' ? setWhy('1') : closeWhy())}>
                  Explain access
                </Button>
              </>
            }
            action={
              mayAdd ? (
                <Button look="primary" icon={<Plus />} onClick={() => setOpenId(newOne)}>
                  Add
                </Button>
              ) : undefined
            }
            facts={data === undefined ? [] : permissionFacts(rows, total, nowMs)}
            tools={
              <ListTools
                table="permissions"
                columns={columns}
                texts={textColumns(columns)}
                pages={listInPages(exportedAtOnce, idOf, (page, signal) => listPermissions(sought, page, signal))}
                apiPath={`/api/db/permissions_summary?${new URLSearchParams(permissionsQuery(sought)).toString()}`}
              />
            }
          />
          {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
          <DataTable
            table="permissions"
            label="Permissions"
            columns={columns}
            rows={rows}
            keyOf={idOf}
            sorting={sorting ?? newestFirst}
            onSort={(next) => changeTable({ sorting: next })}
            loading={isPending && error === null}
            empty={
              <EmptyState title={search + subjectType + action === '' ? 'No permissions yet' : 'No permission matches'}>
                <p>
                  {search + subjectType + action === ''
                    ? 'Access is by role only. A permission grants one team, person or notification more, or denies it something.'
                    : 'Take a filter away to see the others.'}
                </p>
              </EmptyState>
            }
          />
          <Pager
            pageIndex={pageIndex}
            pageSize={pageSize}
            pageSizes={serverPageSizes}
            total={total}
            onPage={(page) => changeTable({ pageIndex: page })}
            onPageSize={(size) => changeTable({ pageSize: size })}
          />
        </div>
        {why === '' ? null : <WhyPanel self={self} onOpen={setOpenId} onClose={closeWhy} />}
      </div>
      {openId === '' || asksDelete ? null : (
        <Editor key={openId} id={openId} onDone={() => setOpenId('')} onDelete={() => setAsksDelete(true)} />
      )}
      {asksDelete && openId !== '' ? (
        <ConfirmDialog
          title="Delete permission"
          confirmLabel="Delete permission"
          busyLabel="Deleting ..."
          onConfirm={async () => {
            await deletePermission(openId)
            showToast('success', 'Permission deleted')
            refresh()
            setOpenId('')
          }}
          onClose={() => setAsksDelete(false)}
        >
          <p>Are you sure you want to delete the permission?</p>
          <DeletionEffect id={openId} nowMs={nowMs} />
        </ConfirmDialog>
      ) : null}
    </Page>
  )
}
